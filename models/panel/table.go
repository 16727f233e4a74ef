package panel

import (
	"fmt"
	"slices"
	"strings"
)

// Table answers questions about the required places of an interview, at one start after another. It knows people by
// number. It is not safe for concurrent use.
type Table struct {
	people []string
	all    Set // who can take a place, also one that is not required
	kinds  []kind
	kindOf []int // of each required place, in order
	seating
}

// kind is what is alike about places that the same people can take.
type kind struct {
	who   Set      // without those whom [Table.Bar] bars
	could Set      // with them
	room  bool     // they are places of rooms
	pool  string   // whose limits narrow who can take them, "" for none
	need  int      // places of the kind
	seats []string // the names of their seats, each once
}

// NewTable prepares places. people are those who may be free, each once. A person's number is their index.
func NewTable(places []Place, people []string) *Table {
	required, optional := inOrder(places)
	t := newTable(required, people)
	for _, k := range t.kinds {
		t.all.addAll(k.could)
	}
	for _, k := range newTable(optional, people).kinds {
		t.all.addAll(k.could)
	}
	return t
}

func newTable(places []Place, people []string) *Table {
	t := &Table{people: people, all: newSet(len(people))}
	number := make(map[string]int, len(people))
	for n, email := range people {
		number[email] = n
	}
	for _, p := range places {
		who := newSet(len(people))
		for _, email := range p.People {
			if n, ok := number[email]; ok {
				who.Add(n)
			}
		}
		k := slices.IndexFunc(t.kinds, func(k kind) bool {
			return k.room == p.Room() && k.pool == p.limited() && slices.Equal(k.who, who)
		})
		if k < 0 {
			k = len(t.kinds)
			t.kinds = append(t.kinds, kind{who: who, could: slices.Clone(who), room: p.Room(), pool: p.limited()})
		}
		if t.kinds[k].need++; !slices.Contains(t.kinds[k].seats, p.title()) {
			t.kinds[k].seats = append(t.kinds[k].seats, p.title())
		}
		t.kindOf = append(t.kindOf, k)
	}
	t.seating = newSeating(t.kinds, len(people))
	return t
}

// NewSet returns an empty set of the table's people.
func (t *Table) NewSet() Set { return newSet(len(t.people)) }

// Takes reports whether the person of that number can take a place, be it a required one or not.
func (t *Table) Takes(who int) bool { return t.all.Has(who) }

// Bar has these people take no place of a pool that has limits, until it is called again (P5).
func (t *Table) Bar(pool string, barred Set) {
	for _, k := range t.kinds {
		if k.pool == pool {
			for n, word := range k.could {
				k.who[n] = word &^ barred[n]
			}
		}
	}
}

// Fits reports whether different people of those who are free can take all required places. Where none is required
// nobody leads, and nothing fits.
func (t *Table) Fits(free Set) bool {
	t.begin(free)
	return len(t.kinds) > 0 && t.round()
}

// Capacity returns how many interviews with these required places could be at once, each person in one of them.
//
// Whoever sits for k of them stays seated, though maybe elsewhere, when places for one more are filled. So k is the
// most as soon as the next round fails.
func (t *Table) Capacity(free Set) (k int) {
	if len(t.kinds) == 0 {
		return 0
	}
	for t.begin(free); t.round(); k++ {
	}
	return k
}

// round fills all places once more.
func (t *Table) round() bool {
	for k, kind := range t.kinds {
		for range kind.need {
			if t.seat(k) < 0 {
				return false
			}
		}
	}
	return true
}

// Lack is a set of required places for which too few people are free, whoever sits elsewhere.
type Lack struct {
	Seats  []string // the names of their seats, each once
	Places int
	Pool   string   // whose limits narrow who can take them; "" for none, and where they are of several
	Rooms  bool     // they are places of rooms, whose ids are in People and Free
	People []string // who can take one of the places; of several kinds, sorted
	Free   []string // those of them who are free: fewer than there are places
}

// Words say how many are free: "Backend: 1 of 2 is free".
func (l Lack) Words() string {
	last := len(l.Seats) - 1
	seats := l.Seats[last]
	if last > 0 {
		seats = strings.Join(l.Seats[:last], ", ") + " and " + seats + " together"
	}
	switch {
	case l.Rooms && len(l.Free) == 0:
		return seats + ": no room is free"
	case len(l.Free) == 0 && l.Places == 1:
		return seats + ": nobody is free"
	case len(l.Free) == 1:
		return fmt.Sprintf("%s: 1 of %d is free", seats, l.Places)
	}
	return fmt.Sprintf("%s: %d of %d are free", seats, len(l.Free), l.Places)
}

// Lacks says why the required places cannot be filled with those who are free, nil if they can.
//
// By Hall's theorem they can unless some places have fewer people who are free than there are of these places. Those
// that a search from an unfilled place came by are such places: whoever is free for one of them sits in one of them.
// Those of all searches are the smallest set that is short of as many people as the interview: without one of their
// kinds fewer would be missing. Searches that met are one lack.
func (t *Table) Lacks(free Set) (out []Lack) {
	t.begin(free)
	var groups [][]int // of kinds
	for k, kind := range t.kinds {
		for range kind.need {
			if t.seat(k) >= 0 {
				continue
			}
			group := slices.Clone(t.queue)
			groups = slices.DeleteFunc(groups, func(other []int) bool {
				meets := slices.ContainsFunc(other, func(k int) bool { return slices.Contains(group, k) })
				if meets {
					group = append(group, other...)
				}
				return meets
			})
			groups = append(groups, group)
			break // another place of the kind is unfilled for the same reason
		}
	}
	for _, group := range groups {
		slices.Sort(group)
		out = append(out, t.lack(slices.Compact(group), free))
	}
	return out
}

func (t *Table) lack(kinds []int, free Set) (l Lack) {
	who, could := t.NewSet(), t.NewSet()
	if len(kinds) == 1 {
		l.Pool = t.kinds[kinds[0]].pool
	}
	for _, k := range kinds {
		for _, seat := range t.kinds[k].seats {
			if !slices.Contains(l.Seats, seat) {
				l.Seats = append(l.Seats, seat)
			}
		}
		l.Places, l.Rooms = l.Places+t.kinds[k].need, t.kinds[k].room
		who.addAll(t.kinds[k].who)
		could.addAll(t.kinds[k].could)
	}
	for n, email := range t.people {
		if could.Has(n) {
			l.People = append(l.People, email)
		}
		if who.Has(n) && free.Has(n) {
			l.Free = append(l.Free, email)
		}
	}
	return l
}
