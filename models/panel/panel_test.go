package panel_test

import (
	"cmp"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/panel"
)

// drawn is a small interview with everything that can be said of it by trying.
type drawn struct {
	places []panel.Place
	people []string // known to the organization
	free   []string
	shares map[string]panel.Share
}

// drawings is how many interviews each test draws: with -short a tenth.
func drawings() int {
	if testing.Short() {
		return 600
	}
	return 6000
}

func draw(r *rand.Rand) (d drawn) {
	d.shares = map[string]panel.Share{}
	for n := range 2 + r.IntN(5) {
		email := fmt.Sprintf("p%d", n)
		d.people = append(d.people, email)
		if r.IntN(4) > 0 {
			d.free = append(d.free, email)
		}
		d.shares[email] = panel.Share{Interviews: r.IntN(4), Allowed: []int{0, 4, 8}[r.IntN(3)],
			Last: time.Unix(int64(r.IntN(2)*1000), 0)}
	}
	roles := []string{models.SeatInterviewer, models.SeatInterviewer, models.SeatObserver, models.SeatShadow}
	for n := range 1 + r.IntN(5) {
		p := panel.Place{Seat: fmt.Sprintf("S%d", n), Role: roles[r.IntN(4)], Optional: r.IntN(3) == 0}
		for _, email := range d.people {
			if r.IntN(2) == 0 {
				p.People = append(p.People, email)
			}
		}
		for range 1 + r.IntN(2) { // seats for two
			d.places = append(d.places, p)
		}
	}
	r.Shuffle(len(d.free), func(i, j int) { d.free[i], d.free[j] = d.free[j], d.free[i] })
	return d
}

// share is the share as a fraction.
func (d drawn) share(email string) *big.Rat {
	s := d.shares[email]
	return big.NewRat(int64(s.Interviews), int64(cmp.Or(s.Allowed, 16)))
}

// order are the free, whose turn it is first.
func (d drawn) order() []string {
	return slices.SortedFunc(slices.Values(d.free), func(a, b string) int {
		return cmp.Or(d.share(a).Cmp(d.share(b)), d.shares[a].Last.Compare(d.shares[b].Last), strings.Compare(a, b))
	})
}

// required are the places that are, the lead's first, and optional the others.
func (d drawn) required() (required, optional []panel.Place) {
	for _, p := range d.places {
		if p.Required() {
			required = append(required, p)
		} else {
			optional = append(optional, p)
		}
	}
	for n, p := range required {
		if p.Role == models.SeatInterviewer {
			return slices.Concat([]panel.Place{p}, required[:n], required[n+1:]), optional
		}
	}
	return required, optional
}

// seatings calls fn for every way in which people of the order, by their ranks there, can sit: -1 for nobody.
func seatings(places []panel.Place, order []string, mayBeEmpty bool, fn func(ranks []int)) {
	ranks := make([]int, len(places))
	var fill func(n int, trainee bool)
	fill = func(n int, trainee bool) {
		if n == len(places) {
			fn(ranks)
			return
		}
		shadow := places[n].Role == models.SeatShadow
		for rank, email := range order {
			if slices.Contains(places[n].People, email) && !slices.Contains(ranks[:n], rank) && !(shadow && trainee) {
				ranks[n] = rank
				fill(n+1, trainee || shadow)
			}
		}
		if mayBeEmpty {
			ranks[n] = -1
			fill(n+1, trainee)
		}
	}
	fill(0, false)
}

// merits says in which order seatings are better, the smallest first: how many sit, who they are, which places are
// filled, and who sits in each.
func merits(places []panel.Place, ranks []int) []int {
	sit := slices.DeleteFunc(slices.Sorted(slices.Values(ranks)), func(rank int) bool { return rank < 0 })
	var empty, seated []int
	trainee := slices.IndexFunc(places, func(p panel.Place) bool { return p.Role == models.SeatShadow })
	for n, rank := range ranks {
		filled := rank >= 0
		if places[n].Role == models.SeatShadow {
			// Which of the trainees' places is filled does not matter: they count as the first of them.
			filled, rank = false, -1
			for m, other := range ranks {
				if n == trainee && places[m].Role == models.SeatShadow && other >= 0 {
					filled, rank = true, other
				}
			}
		}
		if filled {
			empty = append(empty, 0)
		} else {
			empty = append(empty, 1)
		}
		seated = append(seated, rank)
	}
	return slices.Concat([]int{-len(sit)}, sit, empty, seated)
}

func best(places []panel.Place, order []string, mayBeEmpty bool) (ranks []int, found bool) {
	var least []int
	seatings(places, order, mayBeEmpty, func(at []int) {
		if m := merits(places, at); !found || slices.Compare(m, least) < 0 {
			least, ranks, found = m, slices.Clone(at), true
		}
	})
	return ranks, found
}

// TestChoose compares with every possible panel of small interviews.
func TestChoose(t *testing.T) {
	t.Parallel()
	fit := 0
	for seed := range uint64(drawings()) {
		d := draw(rand.New(rand.NewPCG(26, seed)))
		order := d.order()
		required, optional := d.required()
		ranks, fits := best(required, order, false)
		fits = fits && len(required) > 0
		got, lacks := panel.Choose(d.places, d.free, d.shares)
		if (got != nil) != fits || fits && len(lacks) > 0 || !fits && len(required) > 0 && len(lacks) == 0 {
			t.Fatalf("%d: %+v\n%v; it can be: %v; lacks %+v", seed, d, got, fits, lacks)
		}
		if !fits {
			continue
		}
		fit++
		var want []string
		left := slices.Clone(order)
		chosen := new(big.Rat)
		for n, rank := range ranks {
			want = append(want, order[rank]+" in "+required[n].Seat)
			left = slices.DeleteFunc(left, func(email string) bool { return email == order[rank] })
			chosen.Add(chosen, d.share(order[rank]))
		}
		seatings(required, order, false, func(ranks []int) {
			sum := new(big.Rat)
			for _, rank := range ranks {
				sum.Add(sum, d.share(order[rank]))
			}
			if sum.Cmp(chosen) < 0 {
				t.Fatalf("%d: %v cost %v together; others %v", seed, want, chosen, sum)
			}
		})
		ranks, _ = best(optional, left, true)
		var more []string
		trainee := ""
		for n, p := range optional {
			if rank := ranks[n]; rank >= 0 && p.Role == models.SeatShadow {
				trainee = left[rank]
			}
		}
		shadows := 0
		for n, p := range optional {
			switch {
			case p.Role != models.SeatShadow && ranks[n] >= 0:
				more = append(more, left[ranks[n]]+" in "+p.Seat)
			case p.Role == models.SeatShadow && trainee != "" && shadows == 0:
				shadows++
				first := slices.IndexFunc(optional, func(p panel.Place) bool {
					return p.Role == models.SeatShadow && slices.Contains(p.People, trainee)
				})
				more = append(more, trainee+" in "+optional[first].Seat)
			}
		}
		var said []string
		for n, s := range got {
			said = append(said, s.Email+" in "+s.Seat)
			if s.Optional != (n >= len(required)) || s.Why == "" {
				t.Fatalf("%d: %+v is the %d. of %d required ones", seed, s, n+1, len(required))
			}
		}
		if want = append(want, more...); !slices.Equal(said, want) {
			t.Fatalf("%d: %+v\ngot  %v\nwant %v", seed, d, said, want)
		}
	}
	if fit < drawings()/6 {
		t.Errorf("only %d of the drawn interviews could be", fit)
	}
}

// TestNamed compares with all ways to seat the people who are named: most required places are taken, then most places,
// and then whoever is named first has the first place. Where each takes the first that is left and that is as good, it
// is the answer.
func TestNamed(t *testing.T) {
	t.Parallel()
	better := 0
	for seed := range uint64(drawings()) {
		d := draw(rand.New(rand.NewPCG(29, seed)))
		named := d.free
		required, optional := []int{}, []int{}
		for n, p := range d.places {
			if p.Required() {
				required = append(required, n)
			} else {
				optional = append(optional, n)
			}
		}
		order := slices.Concat(required, optional)
		takes := func(who, place int) bool {
			p := d.places[place]
			return slices.Contains(p.People, named[who]) && (who > 0 || p.Role == models.SeatInterviewer)
		}
		merit := func(ranks []int) []int { // the smallest is best
			m := []int{0, 0}
			for _, rank := range ranks {
				if rank < len(order) {
					if m[1]--; rank < len(required) {
						m[0]--
					}
				}
			}
			return append(m, ranks...)
		}
		var best []int
		var try func(ranks []int)
		try = func(ranks []int) {
			if len(ranks) == len(named) {
				if m := merit(ranks); best == nil || slices.Compare(m, best) < 0 {
					best = m
				}
				return
			}
			for rank, place := range order {
				if takes(len(ranks), place) && !slices.Contains(ranks, rank) {
					try(append(slices.Clone(ranks), rank))
				}
			}
			try(append(slices.Clone(ranks), len(order)))
		}
		try(nil)
		var got, greedy []int
		for who, place := range panel.Named(named, d.places) {
			rank := len(order)
			if place >= 0 {
				rank = slices.Index(order, place)
			}
			got = append(got, rank)
			rank = slices.IndexFunc(order, func(place int) bool {
				return takes(who, place) && !slices.Contains(greedy, slices.Index(order, place))
			})
			if rank < 0 {
				rank = len(order)
			}
			greedy = append(greedy, rank)
		}
		if !slices.Equal(merit(got), best) {
			t.Fatalf("%d: %v of %+v\ntake %v, want %v", seed, named, d.places, got, best[2:])
		}
		if m := merit(greedy); m[0] != best[0] || m[1] != best[1] {
			better++
		} else if !slices.Equal(greedy, got) {
			t.Fatalf("%d: they take %v, and the first that was left %v", seed, got, greedy)
		}
	}
	if better < drawings()/30 {
		t.Errorf("only %d of the drawn ones need more than whoever comes first", better)
	}
}

// TestTable compares with Hall's theorem, tried on every set of places.
func TestTable(t *testing.T) {
	t.Parallel()
	for seed := range uint64(drawings()) {
		d := draw(rand.New(rand.NewPCG(27, seed)))
		required, _ := d.required()
		table := panel.NewTable(d.places, d.people)
		free := table.NewSet()
		for n, email := range d.people {
			if slices.Contains(d.free, email) {
				free.Add(n)
			}
			if takes := slices.ContainsFunc(d.places, func(p panel.Place) bool {
				return slices.Contains(p.People, email)
			}); table.Takes(n) != takes {
				t.Fatalf("%d: %s takes a place: %v", seed, email, !takes)
			}
		}
		shortage := func(places []panel.Place) int { return len(places) - len(freeFor(places, d.free)) }
		capacity, short := len(d.people), 0
		for set := 1; set < 1<<len(required); set++ {
			var some []panel.Place
			for n, p := range required {
				if set&(1<<n) != 0 {
					some = append(some, p)
				}
			}
			capacity = min(capacity, len(freeFor(some, d.free))/len(some))
			short = max(short, shortage(some))
		}
		if len(required) == 0 {
			capacity = 0
		}
		if got := table.Capacity(free); got != capacity || table.Fits(free) != (got > 0) {
			t.Fatalf("%d: %+v\ncapacity %d and it fits: %v; want %d", seed, d, got, table.Fits(free), capacity)
		}

		rest, left := slices.Clone(required), slices.Clone(d.free)
		for _, l := range table.Lacks(free) {
			var of []panel.Place
			rest = slices.DeleteFunc(rest, func(p panel.Place) bool {
				in := slices.Contains(l.Seats, p.Seat)
				if in {
					of = append(of, p)
				}
				return in
			})
			if len(of) != l.Places || !slices.Equal(freeFor(of, d.free), l.Free) ||
				!slices.Equal(freeFor(of, d.people), l.People) || len(l.Free) >= l.Places {
				t.Fatalf("%d: %+v\nlacks %+v", seed, d, l)
			}
			short -= shortage(of)
			for _, p := range of {
				if shortage(slices.DeleteFunc(slices.Clone(of), func(o panel.Place) bool {
					return slices.Equal(o.People, p.People)
				})) >= shortage(of) {
					t.Fatalf("%d: %+v\nlacks %+v, where %v does not matter", seed, d, l, p)
				}
			}
			left = slices.DeleteFunc(left, func(e string) bool { return slices.Contains(l.Free, e) })
		}
		if _, others := best(rest, left, false); short != 0 || !others {
			t.Fatalf("%d: %+v\n%+v are short of %d less; the others fit: %v", seed, d, table.Lacks(free), short, others)
		}
	}
}

// freeFor returns who is free for one of the places, sorted.
func freeFor(places []panel.Place, free []string) (emails []string) {
	for _, email := range slices.Sorted(slices.Values(free)) {
		if slices.ContainsFunc(places, func(p panel.Place) bool { return slices.Contains(p.People, email) }) {
			emails = append(emails, email)
		}
	}
	return emails
}

// TestWhy says in words why somebody was chosen and who is missing.
func TestWhy(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2031, 3, n, 9, 0, 0, 0, time.UTC) }
	interviewer := func(seat string, people ...string) panel.Place {
		return panel.Place{Seat: seat, Role: models.SeatInterviewer, People: people}
	}
	trainee := panel.Place{Seat: "Learners", Role: models.SeatShadow, People: []string{"tom"}}
	shares := map[string]panel.Share{"ann": {Interviews: 2, Allowed: 8, Last: day(2)},
		"bob": {Interviews: 3, Allowed: 8}, "cho": {Interviews: 2, Allowed: 8, Last: day(1)}, "dev": {Interviews: 1},
		"eva": {Interviews: 1}, "fay": {Interviews: 3, Last: day(1)}, "gus": {Interviews: 4, Last: day(1)}}
	for _, c := range []struct {
		places []panel.Place
		want   string
	}{
		{[]panel.Place{interviewer("Backend", "ann", "bob"), trainee},
			"ann has 2 of 8 interviews in these four weeks, the smallest share of the 2 who are free; tom is in training"},
		{[]panel.Place{interviewer("Backend", "bob")}, "bob is the only one who is free"},
		{[]panel.Place{interviewer("Backend", "ann", "cho")}, "cho has 2 of 8 interviews in these four weeks, " +
			"the smallest share of the 2 who are free, and interviewed longest ago"},
		{[]panel.Place{interviewer("Backend", "eva", "dev", "fay")}, "dev has 1 interview in these four weeks, " +
			"the fewest of the 3 who are free, and has not interviewed before, and comes first by address"},
		{[]panel.Place{interviewer("Backend", "fay", "gus"), interviewer("Managers", "fay", "gus", "bob")},
			"fay is the only one who is free and has no other place; gus has 4 interviews in these four weeks, " +
				"the smallest share of the 2 who are free and have no other place"}, // 4 of 16 are less than 3 of 8
	} {
		free := []string{"tom"}
		for _, p := range c.places {
			free = append(free, p.People...)
		}
		var got []string
		seated, _ := panel.Choose(c.places, free, shares)
		for _, s := range seated {
			got = append(got, s.Email+" "+s.Why)
		}
		if said := strings.Join(got, "; "); said != c.want {
			t.Errorf("got  %s\nwant %s", said, c.want)
		}
	}
	for want, l := range map[string]panel.Lack{
		"Backend: nobody is free":                              {Seats: []string{"Backend"}, Places: 1},
		"Backend: 0 of 2 are free":                             {Seats: []string{"Backend"}, Places: 2},
		"Backend: 1 of 2 is free":                              {Seats: []string{"Backend"}, Places: 2, Free: []string{"ann"}},
		"Backend, Data and Managers together: 2 of 3 are free": {Seats: []string{"Backend", "Data", "Managers"}, Places: 3, Free: []string{"ann", "bob"}},
	} {
		if got := l.Words(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	for want, limit := range map[int][2]int{0: {0, 0}, 40: {2, 0}, 16: {0, 4}, 20: {1, 6}, 12: {1, 3}} {
		if got := panel.Allows(limit[0], limit[1]); got != want {
			t.Errorf("%v a day and a week are %d in four weeks, want %d", limit, got, want)
		}
	}
}

// TestRooms takes rooms in the order of their places, whatever people are beside them: fairness is for people. Rooms
// and people never stand for each other, and the lead is nobody but a person.
func TestRooms(t *testing.T) {
	t.Parallel()
	rooms := panel.Place{Seat: "Rooms", Role: models.SeatRoom, People: []string{"room_9", "room_2", "room_5"}}
	spare := panel.Place{Seat: "Spare", Role: models.SeatRoom, Optional: true, People: rooms.People}
	lead := panel.Place{Seat: "Backend", Role: models.SeatInterviewer, People: []string{"ann", "bob"}}
	shares := map[string]panel.Share{"ann": {Interviews: 9}, "room_9": {Interviews: 9}}
	for _, c := range []struct {
		places []panel.Place
		free   string
		want   string
	}{
		{[]panel.Place{lead, rooms}, "ann room_2 room_9 room_5 bob", "bob in Backend has 0 interviews in these four weeks, " +
			"the fewest of the 2 who are free; room_9 in Rooms is the smallest of the 3 that are free"},
		{[]panel.Place{rooms, lead}, "ann room_5", "ann in Backend is the only one who is free; " +
			"room_5 in Rooms is the only one that is free"},
		{[]panel.Place{lead, rooms, rooms}, "ann room_2 room_9 room_5", "ann in Backend is the only one who is free; " +
			"room_9 in Rooms is the smallest of the 2 that are free and have no other place; " +
			"room_2 in Rooms is the smallest of the 2 that are free and have no other place"},
		{[]panel.Place{lead, rooms, spare}, "ann room_2", "ann in Backend is the only one who is free; " +
			"room_2 in Rooms is the only one that is free"},
		{[]panel.Place{lead, spare, rooms}, "ann room_2 room_5", "ann in Backend is the only one who is free; " +
			"room_2 in Rooms is the only one that is free and has no other place; " +
			"room_5 in Spare is the only one that is free and has no other place"},
		{[]panel.Place{lead, rooms, rooms}, "ann bob room_2", "Rooms: 1 of 2 is free"},
		{[]panel.Place{lead, rooms}, "ann bob", "Rooms: no room is free"},
		{[]panel.Place{lead, rooms}, "room_2", "Backend: nobody is free"},
		{[]panel.Place{{Seat: "Backend", Role: models.SeatInterviewer}, {Seat: "Rooms", Role: models.SeatRoom}}, "ann",
			"Backend: nobody is free; Rooms: no room is free"},
	} {
		var words []string
		seated, lacks := panel.Choose(c.places, strings.Fields(c.free), shares)
		for _, s := range seated {
			words = append(words, s.Email+" in "+s.Seat+" "+s.Why)
		}
		for _, l := range lacks {
			words = append(words, l.Words())
		}
		if got := strings.Join(words, "; "); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.free, got, c.want)
		}
	}
	if got := panel.Needs([]panel.Place{lead, lead, rooms, spare, {Role: models.SeatObserver},
		{Role: models.SeatShadow}, {Role: models.SeatObserver, Optional: true}}); got != 4 {
		t.Errorf("a room for two who lead, an observer and the candidate holds %d", got)
	}
}
