package histories

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"sort"
	"strings"
	"time"
)

// organization is what does not change during a history.
type organization struct {
	zone        string
	admins      bool          // there are admins, who are briefed if a round has no fallback recipients
	grace       time.Duration // added to session windows
	inviteLife  time.Duration
	moves       int           // how often a candidate may move an interview
	cutoff      time.Duration // how long before the start they may move it
	pickedOnly  bool          // they may move what they picked themselves, and nothing else
	noCancel    bool          // they may not cancel an interview
	cancelUntil time.Duration // how long before the start they may cancel it
	rooms       bool          // a standard interview without another link gets its own room
	postings    []posting
	people      map[string]person
	assessments map[string]assessment // by id
	artifacts   map[string]artifacts  // by interview
}

type posting struct {
	id, kind, title, status, kindOfWork string
	tracks                              []track
	unstaged                            []string // assessments
}

type track struct {
	id, name  string
	isDefault bool
	steps     []step
}

type step struct {
	id, kind, title      string
	assessment           string
	minutes              int
	bookable, indefinite bool
	fallback             bool // there are fallback recipients
	mode                 string
	members              []string
}

type assessment struct {
	id, title, mode string
	ready           bool
}

type person struct {
	link  string
	zone  *time.Location
	hours map[time.Weekday][][2]int // in minutes of the local day; nil means painted
}

type artifacts struct{ transcript, recording, notes string } // as JSON

// world is the state of the model. It is immutable: changes return a new world.
type world struct {
	*organization
	now         time.Time
	candidates  []candidate
	interviews  []interview
	assigned    []assigned // sorted by posting and email
	submissions []submission
	proposals   []proposal // sorted by candidate
}

type candidate struct {
	id, posting, assessment, track, email, name, state string
	invited                                            bool
	expires                                            time.Time // of the invitation
}

type interview struct {
	id, posting, round, track, assessment, candidate string
	source, zone, interviewer, link, linkFrom        string
	externally, indefinite                           bool
	minutes                                          int
	start                                            time.Time // as stored; for an unused link, its creation (§4, List)
	used, ended, canceled, created, updated          time.Time // zero if not
	expires, linkDies                                time.Time // of an unused external session, and of its link
	token, holder                                    string
	picked                                           bool
	moves                                            int
}

type assigned struct {
	posting, email, link string
	slots                string // sorted instants, separated by spaces, so that it is comparable
}

type submission struct {
	id, assessment, candidate, decision, submitted string
	score, native                                  float64 // negative for none
}

func (w world) equal(o world) bool {
	return w.now.Equal(o.now) && slices.Equal(w.candidates, o.candidates) && slices.Equal(w.interviews, o.interviews) &&
		slices.Equal(w.assigned, o.assigned) &&
		slices.Equal(w.submissions, o.submissions) && slices.Equal(w.proposals, o.proposals)
}

var hashSeed = maphash.MakeSeed()

func (w world) hash() uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	for _, i := range w.interviews {
		maphash.WriteComparable(&h, i)
	}
	maphash.WriteComparable(&h, len(w.candidates))
	for _, a := range w.assigned {
		maphash.WriteComparable(&h, a)
	}
	for _, p := range w.proposals {
		maphash.WriteComparable(&h, p)
	}
	return h.Sum64()
}

// A judgement of an answer: why describes what is wrong with it, or is "", and next is the world afterwards.

type judgement struct {
	next world
	why  string
}

func (w world) wrong(format string, args ...any) judgement {
	return judgement{w, fmt.Sprintf(format, args...)}
}

// refused judges an answer that must be a refusal with this status because of a fact. Its message must contain words.
func (w world) refused(a answer, status int, fact string, words ...string) judgement {
	if a.status != status {
		return w.wrong("want %d: %s", status, fact)
	}
	text := a.errorText()
	if text == "" {
		return w.wrong("a refusal without a message")
	}
	for _, word := range words {
		if !strings.Contains(text, word) {
			return w.wrong("%d is right (%s), but its message does not name %s", status, fact, word)
		}
	}
	return judgement{next: w}
}

// matches judges an answer that must have this status and body. The order of keys does not matter.
func (w world) matches(next world, a answer, status int, want any) judgement {
	if a.status != status {
		return w.wrong("want %d", status)
	}
	if why := a.differs(want); why != "" {
		return w.wrong("%s", why)
	}
	return judgement{next: next}
}

// The methods below look up parts of a world. They return nil for what there is not.

// find returns the entry of a list that is meant.
func find[T any](list []T, meant func(T) bool) *T {
	if n := slices.IndexFunc(list, meant); n >= 0 {
		return &list[n]
	}
	return nil
}

func (w world) posting(id string) *posting {
	return find(w.postings, func(p posting) bool { return p.id == id })
}

func (p *posting) round(id string) (*track, *step) {
	for n, t := range p.tracks {
		if s := find(t.steps, func(s step) bool { return s.id == id }); s != nil {
			return &p.tracks[n], s
		}
	}
	return nil, nil
}

// live reports whether the step can be booked (§2, Pipeline).
func (w world) live(s *step) bool {
	return s.kind == "assessment" && w.assessments[s.assessment].mode == "sync" && s.bookable
}

func (w world) candidate(id string) *candidate {
	return find(w.candidates, func(c candidate) bool { return c.id == id })
}

// record returns the candidate with that posting, assessment and email.
func (w world) record(posting, assessment, email string) *candidate {
	return find(w.candidates, func(c candidate) bool {
		return c.posting == posting && c.assessment == assessment && c.email == email
	})
}

func (w world) interview(id string) *interview {
	return find(w.interviews, func(i interview) bool { return i.id == id })
}

// standing returns the candidate's interview that is not canceled.
func (w world) standing(candidate string) *interview {
	return find(w.interviews, func(i interview) bool { return i.candidate == candidate && i.canceled.IsZero() })
}

func (w world) assignment(posting, email string) *assigned {
	return find(w.assigned, func(a assigned) bool { return a.posting == posting && a.email == email })
}

// The methods below return a changed world.

// put returns a list, sorted by id, with the entry in the place of the one that has its id.
func put[T any](list []T, one T, id func(T) string) []T {
	list = slices.DeleteFunc(slices.Clone(list), func(old T) bool { return id(old) == id(one) })
	list = append(list, one)
	slices.SortFunc(list, func(a, b T) int { return strings.Compare(id(a), id(b)) })
	return list
}

func (w world) with(i interview) world {
	w.interviews = put(w.interviews, i, func(i interview) string { return i.id })
	return w
}

func (w world) withCandidate(c candidate) world {
	w.candidates = put(w.candidates, c, func(c candidate) string { return c.id })
	return w
}

// named sets the candidate's empty name. Their interviews show it, so each of these gets a new updated_at.
func (w world) named(c candidate, name string) world {
	if c.name != "" || name == "" {
		return w
	}
	c.name = name
	w = w.withCandidate(c)
	for _, i := range slices.Clone(w.interviews) {
		if i.candidate == c.id {
			i.updated = w.changed(i)
			w = w.with(i)
		}
	}
	return w
}

func (w world) withAssigned(posting string, list []assigned) world {
	w.assigned = slices.DeleteFunc(slices.Clone(w.assigned), func(a assigned) bool { return a.posting == posting })
	w.assigned = append(w.assigned, list...)
	slices.SortFunc(w.assigned, func(a, b assigned) int {
		return cmp.Or(strings.Compare(a.posting, b.posting), strings.Compare(a.email, b.email))
	})
	return w
}

// changed returns the updated_at of an interview that changes now. It rises by at least a millisecond.
func (w world) changed(i interview) time.Time {
	if next := i.updated.Add(time.Millisecond); w.now.Before(next) {
		return next
	}
	return w.now
}

// The methods below compute states.

func (i interview) unused() bool { return i.source == "external" && i.used.IsZero() }

func (i interview) end() time.Time { return i.start.Add(time.Duration(i.minutes) * time.Minute) }

// status returns the interview's status at now (§3).
func (w world) status(i interview) string {
	switch {
	case !i.canceled.IsZero():
		return "canceled"
	case i.unused() && !w.now.Before(i.expires):
		return "expired"
	case i.unused():
		return "pending"
	case !i.ended.IsZero():
		return "completed"
	case !i.indefinite && !w.now.Before(i.end().Add(w.grace)):
		return "completed"
	}
	return "scheduled"
}

// state returns the candidate's state at now.
func (w world) state(c candidate) string {
	if c.state == "invited" && c.invited && !w.now.Before(c.expires) && w.standing(c.id) == nil {
		return "expired"
	}
	return c.state
}

func active(state string) bool { return state == "invited" || state == "in_progress" }

// blocks reports whether the interview makes its interviewer busy.
func (i interview) blocks() bool { return i.canceled.IsZero() && i.ended.IsZero() && !i.unused() }

// busy returns an interview that makes the interviewer busy at some time from start for so many minutes, or nil.
func (w world) busy(email string, start time.Time, minutes int, except string) *interview {
	end := start.Add(time.Duration(minutes) * time.Minute)
	return find(w.interviews, func(i interview) bool {
		return i.interviewer == email && i.id != except && i.blocks() && i.start.Before(end) && start.Before(i.end())
	})
}

// The methods below compute availability.

func (w world) personal(email string) bool { return w.people[email].hours != nil }

// offers reports whether the assigned interviewer offers the start, regardless of bookings (§4 Slots rules 4 and
// 5).
func (w world) offers(a assigned, start time.Time, minutes int) bool {
	if !w.personal(a.email) {
		return slices.Contains(a.times(), stamp(start))
	}
	if start.Nanosecond() != 0 || start.Unix()%1800 != 0 {
		return false
	}
	p := w.people[a.email]
	from := start.In(p.zone)
	first := from.Hour()*60 + from.Minute() // the model's working hours are not near midnight or a clock change
	for _, h := range p.hours[from.Weekday()] {
		if h[0] <= first && first+minutes <= h[1] {
			return true
		}
	}
	return false
}

func (a assigned) times() []string { return strings.Fields(a.slots) }

// place is a start and the interviewers who are free for it.
type place struct {
	start  time.Time
	emails []string
	left   int
}

// at returns what the posting offers at the start for a round of so many minutes: who offers it and is free, and how
// many places are left. offered reports whether anybody offers it at all. personalToo is false outside of the span in
// which interviewers with a schedule of their own are considered.
func (w world) at(posting string, start time.Time, minutes int, except string,
	personalToo bool) (p place, offered bool) {
	p.start = start
	for _, a := range w.assigned {
		if a.posting != posting || !w.offers(a, start, minutes) || !personalToo && w.personal(a.email) {
			continue
		}
		offered = true
		if w.busy(a.email, start, minutes, except) == nil {
			p.emails = append(p.emails, a.email)
		}
	}
	p.left = len(p.emails)
	for _, i := range w.interviews {
		if i.posting == posting && i.interviewer == "" && i.id != except && i.blocks() && i.start.Equal(start) {
			p.left--
		}
	}
	p.left = max(p.left, 0)
	return p, offered
}

const day = 24 * time.Hour

// places returns the starts that GET slots shows, including from and to. A zero to means no bound for painted starts
// and 28 days for personal ones, which are never shown more than 92 days after from or now.
func (w world) places(posting string, minutes int, from, to time.Time, except string) []place {
	far := to
	if to.IsZero() {
		far = from.Add(28 * day)
	}
	for _, last := range []time.Time{from.Add(92 * day), w.now.Add(92 * day)} {
		if far.After(last) {
			far = last
		}
	}
	starts := map[string]time.Time{}
	for _, a := range w.assigned {
		if a.posting != posting {
			continue
		}
		if !w.personal(a.email) {
			for _, s := range a.times() {
				if t := parse(s); !t.Before(from) && (to.IsZero() || !t.After(to)) {
					starts[s] = t
				}
			}
			continue
		}
		const half = 30 * time.Minute
		for t := from.Add(half - time.Nanosecond).Truncate(half); !t.After(far); t = t.Add(half) {
			if w.offers(a, t, minutes) {
				starts[stamp(t)] = t
			}
		}
	}
	var out []place
	for _, t := range starts {
		if p, _ := w.at(posting, t, minutes, except, !t.After(far)); p.left > 0 {
			out = append(out, p)
		}
	}
	sort.Slice(out, func(a, b int) bool { return out[a].start.Before(out[b].start) })
	return out
}

const layout = "2006-01-02T15:04:05.000Z"

func stamp(t time.Time) string { return t.UTC().Format(layout) }

func parse(s string) time.Time {
	t, err := time.Parse(layout, s)
	if err != nil {
		panic(err)
	}
	return t
}
