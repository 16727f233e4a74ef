package histories

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// script is a planned history. Its rounds follow each other, the lanes of a round run concurrently, and the calls of a
// lane follow each other. A seed always gives the same script, but the order in which the lanes proceed depends on the
// machine.
type script struct {
	seed   uint64
	still  bool // no call changes availability or an interviewer, so that places can be counted
	rounds []round
}

type round struct {
	lanes [][]operation
	probe *probe // instead of lanes
}

// probe reads the free starts and takes one at once: a start that is shown must be bookable.
type probe struct {
	round  string
	page   who // if set, on the page of this candidate instead of by REST
	choice int // index of the start
	named  int // interviewer: 0 for none, else the nth of those who are free
	email  string
}

func (s script) String() string {
	var b strings.Builder
	for n, r := range s.rounds {
		switch {
		case r.probe != nil && r.probe.page.email != "":
			fmt.Fprintf(&b, "  %d. %s picks start %d of the page\n", n, r.probe.page, r.probe.choice)
		case r.probe != nil:
			fmt.Fprintf(&b, "  %d. %s books start %d from GET slots of %s, with interviewer %d\n", n, r.probe.email,
				r.probe.choice, r.probe.round, r.probe.named)
		}
		for l, lane := range r.lanes {
			var calls []string
			for _, o := range lane {
				calls = append(calls, told(o))
			}
			head := fmt.Sprintf("  %d.", n)
			if l > 0 {
				head = strings.Repeat(" ", len(head)-3) + "and"
			}
			fmt.Fprintf(&b, "%s %s\n", head, strings.Join(calls, ", then "))
		}
	}
	return b.String()
}

// writer makes a random script.
type writer struct {
	*rand.Rand
	now    time.Time
	still  bool
	probes int
	stays  bool // the next round has the same focus as the one before
	// The focus of a round, which makes its lanes interfere.
	posting string
	wide    bool // no single posting, so that people meet across the organization
	rounds  []string
	people  []string
	staff   []string
	starts  []time.Time
}

// write makes the script of a seed.
func write(seed uint64) script {
	w := &writer{Rand: rand.New(rand.NewPCG(seed, 1)), now: beginning}
	s := script{seed: seed, still: w.IntN(5) == 0}
	w.still = s.still
	if w.chance(70) { // otherwise nobody is there to pick times or to use links
		w.posting, w.people, w.staff = "backend", emails, interviewers
		first := round{lanes: [][]operation{
			{invite{posting: "backend", assessment: "design", email: emails[0], name: "Ann Lee"}},
			{invite{posting: "backend", assessment: "takehome", email: emails[1], name: "Bo"}},
			{book{posting: "backend", round: "backend/default/design", email: emails[2],
				interviewer: pickOne(w, interviewers...), link: "https://meet.example/ext", external: true}}}}
		s.rounds = append(s.rounds, first)
	}
	for range 6 + w.IntN(7) {
		w.focus()
		switch n := w.IntN(100); {
		case n < 16:
			half := w.now.Truncate(30 * time.Minute).Sub(w.now)
			// A random step of the clock.
			w.now = w.now.Add(pickOne(w,
				time.Millisecond, 5*time.Minute, 31*time.Minute, 2*time.Hour, 13*time.Hour, 15*day,
				half+30*time.Minute, half+time.Hour, half+2*time.Hour, half+3*time.Hour, // up to the end of windows
				day, 3*day, 7*day, 14*day)) // up to the end of links, invitations and sessions
			w.stays = w.chance(60)
			s.rounds = append(s.rounds, round{lanes: [][]operation{{moveClock{w.now}}}})
		case n < 28:
			s.rounds = append(s.rounds, round{probe: w.probe()})
		case n < 36:
			s.rounds = append(s.rounds, round{lanes: w.proposed()}, round{lanes: [][]operation{{listProposals{}}}})
		default:
			s.rounds = append(s.rounds, round{lanes: w.lanes()})
		}
	}
	return s
}

func pickOne[T any](w *writer, list ...T) T { return list[w.IntN(len(list))] }

func few[T any](w *writer, n int, list []T) (out []T) {
	for _, i := range w.Perm(len(list))[:n] {
		out = append(out, list[i])
	}
	return out
}

func (w *writer) chance(percent int) bool { return w.IntN(100) < percent }

// focus chooses what the next round is about, mostly few things, so that calls interfere.
func (w *writer) focus() {
	defer func() { w.stays = false }()
	w.aim()
	if w.stays {
		return
	}
	w.posting = pickOne(w, "backend", "backend", "backend", "backend", "intern", "intern", "old")
	w.rounds = nil
	for _, r := range liveRounds {
		if strings.HasPrefix(r, w.posting) {
			w.rounds = append(w.rounds, r)
		}
	}
	if w.chance(60) {
		w.rounds = w.rounds[:1]
	}
	w.wide = w.chance(25)
	w.people, w.staff = few(w, 1+w.IntN(3), slices.Concat([]string{imported, over, done}, emails, emails, emails)),
		few(w, 1+w.IntN(2), interviewers)
}

// aim chooses the starts of a round.
func (w *writer) aim() {
	half := w.now.Truncate(30 * time.Minute)
	var starts []time.Time
	for _, a := range painted { // the starts that are offered initially, while they are in the future
		for _, t := range a.times() {
			if parse(t).After(w.now) {
				starts = append(starts, parse(t))
			}
		}
	}
	for _, n := range []int{1, 2, 3, 4, 42, 50} {
		starts = append(starts, half.Add(time.Duration(n)*30*time.Minute))
	}
	w.starts = few(w, 1+w.IntN(2), starts)
}

func (w *writer) start() time.Time {
	t := pickOne(w, w.starts...)
	switch n := w.IntN(100); {
	case n < 12:
		return t.Add(15 * time.Minute)
	case n < 15:
		return t.Add(1234 * time.Millisecond)
	case n < 18:
		return w.now.Add(-20 * time.Minute)
	case n < 20:
		return w.now.Add(-23 * time.Hour)
	}
	return t
}

// onGrid returns a start that slots may have.
func (w *writer) onGrid() time.Time {
	return pickOne(w, w.starts...).Truncate(30 * time.Minute)
}

func (w *writer) probe() *probe {
	w.probes++
	p := &probe{round: pickOne(w, "backend/default/design", "backend/default/design", "backend/default/pairing",
		"backend/referral/design", "intern/default/design"),
		choice: w.IntN(1000), named: w.IntN(3), email: fmt.Sprintf("probe%d@c.example", w.probes)}
	if w.chance(35) {
		p.page = w.invited()
	}
	return p
}

func (w *writer) lanes() (lanes [][]operation) {
	n := []int{1, 1, 2, 2, 2, 3, 3, 4}[w.IntN(8)]
	var same func() operation
	if n > 1 && w.chance(45) { // all lanes do the same
		same = w.kind()
	}
	for range n {
		var lane []operation
		for range 1 + w.IntN(5)/4 {
			kind := same
			if kind == nil {
				kind = w.kind()
			}
			lane = append(lane, kind())
		}
		lanes = append(lanes, lane)
	}
	return lanes
}

// kind returns a random kind of call, by weight.
func (w *writer) kind() func() operation {
	for {
		n := w.IntN(121)
		for _, k := range []struct {
			often int
			do    func() operation
			wears bool // changes availability or an interviewer
		}{
			{26, w.book, false}, {8, w.patch, true}, {9, w.cancel, false}, {4, w.list, false}, {3, w.read, false},
			{5, w.readSlots, false}, {6, w.writeSlots, true}, {4, w.setInterviewers, true},
			{2, w.listInterviewers, false}, {11, w.invite, false}, {10, w.pick, false}, {2, w.readTimes, false},
			{5, w.useLink, false}, {3, w.freshLink, false}, {3, w.endCall, false}, {2, w.startAssessment, false},
			{2, w.submit, false}, {5, w.candidateCancel, false}, {1, w.readSubmission, false}, {1, w.static, false},
			{4, w.propose, false}, {3, w.answerProposal, false}, {2, w.listProposals, false},
		} {
			if n -= k.often; n < 0 {
				if w.still && k.wears {
					break
				}
				return k.do
			}
		}
	}
}

func (w *writer) static() operation {
	return pickOne[operation](w, listRoles{}, readPipeline{pickOne(w, "backend", "intern", "old", "post_none")})
}

func (w *writer) email() string { return pickOne(w, w.people...) }

func (w *writer) interviewer() string {
	if !w.wide && w.chance(30) {
		return ""
	}
	return pickOne(w, w.staff...)
}

func (w *writer) postingOrNone() string {
	if w.chance(3) {
		return "post_none"
	}
	return w.posting
}

func (w *writer) name() string { return pickOne(w, "", "", "Ann Lee", "Bo") }

func (w *writer) book() operation {
	if w.wide {
		w.rounds = []string{pickOne(w, liveRounds...)}
		w.posting, _, _ = strings.Cut(w.rounds[0], "/")
	}
	b := book{posting: w.posting, round: pickOne(w, w.rounds...), email: w.email(), name: w.name(), start: w.start(),
		interviewer: w.interviewer()}
	if w.chance(6) {
		b.round = pickOne(w, allRounds...)
	}
	if w.chance(3) {
		b.posting = pickOne(w, "post_none", "backend", "intern")
	}
	b.who = who{b.posting, assessmentOf[b.round], b.email}
	if w.chance(25) {
		if b.byID = true; w.chance(15) {
			b.who.posting = pickOne(w, "backend", "intern")
		}
	}
	b.replace = w.chance(35)
	if w.chance(20) {
		b.external, b.interviewer, b.link = true, pickOne(w, w.staff...), "https://meet.example/ext"
		if w.chance(50) {
			b.start = time.Time{}
		}
	}
	if w.chance(15) {
		b.link = "https://meet.example/own"
	}
	if w.chance(20) {
		b.zone = "Asia/Kolkata"
	}
	if w.chance(3) {
		b.broken = pickOne(w, "no posting_id", "no candidate", "a start without offset", "an invalid zone",
			"an external one without a link", "an interviewer without an address")
	}
	return b
}

// which returns an interview, mostly one of somebody in the focus.
func (w *writer) which() which {
	if w.wide {
		w.posting = pickOne(w, "backend", "intern")
	}
	a := "design"
	if w.posting == "backend" && w.chance(20) {
		a = "pairing"
	}
	return which{who: who{w.posting, a, w.email()}, n: w.IntN(8)}
}

func (w *writer) patch() operation {
	p := patch{of: w.which(), interviewer: pickOne(w, w.staff...)}
	if w.chance(4) {
		p.broken = pickOne(w, "a start", "no interviewer")
	}
	return p
}

func (w *writer) cancel() operation    { return cancel{of: w.which()} }
func (w *writer) freshLink() operation { return freshLink{of: w.which()} }
func (w *writer) endCall() operation   { return endCall{of: w.which()} }

func (w *writer) candidateCancel() operation {
	c := candidateCancel{of: w.which(), shown: pickOne(w, w.starts...)}
	if c.who = c.of.who; w.chance(10) {
		c.who = w.invited()
	}
	return c
}

func (w *writer) read() operation {
	return read{of: w.which(), include: pickOne(w, "", "", "transcript", "transcript, recording,notes", "playback")}
}

func (w *writer) list() operation {
	l := list{limit: pickOne(w, 0, 1, 2, 3, 100)}
	if w.chance(30) {
		l.posting = w.postingOrNone()
	}
	if w.chance(15) {
		l.round = pickOne(w, allRounds...)
	}
	if w.chance(25) {
		l.email = strings.ToUpper(w.email())
	}
	if w.chance(25) {
		l.from = w.start()
	}
	if w.chance(25) {
		l.to = w.start()
	}
	if w.chance(30) {
		l.since = w.now.Add(-pickOne(w, 0, time.Millisecond, time.Hour))
	}
	l.liveOnly = w.chance(30)
	return l
}

func (w *writer) readSlots() operation {
	r := readSlots{posting: w.postingOrNone(), round: pickOne(w, w.rounds...)}
	if w.chance(10) {
		r.round = pickOne(w, allRounds...)
	}
	if w.chance(50) {
		r.from = w.start()
	}
	if w.chance(80) {
		r.to = w.now.Add(pickOne(w, 4*time.Hour, day, 3*day))
	}
	return r
}

func (w *writer) writeSlots() operation {
	x := writeSlots{posting: w.postingOrNone(), remove: w.chance(40)}
	for range 1 + w.IntN(3) {
		x.slots = append(x.slots, slot{pickOne(w, interviewers...), w.onGrid()})
	}
	if w.chance(5) {
		x.broken = pickOne(w, "none", "a second past")
	}
	return x
}

func (w *writer) setInterviewers() operation {
	x := setInterviewers{posting: w.postingOrNone()}
	for _, email := range few(w, w.IntN(4), interviewers) {
		e := entry{email: email, link: pickOne(w, "", "", "https://meet.example/put-"+short(email))}
		for range w.IntN(4) {
			if t := w.onGrid(); !slices.ContainsFunc(e.slots, t.Equal) {
				e.slots = append(e.slots, t)
			}
		}
		x.entries = append(x.entries, e)
	}
	if w.chance(5) {
		x.broken = pickOne(w, "somebody twice", "a quarter past")
	}
	return x
}

func (w *writer) listInterviewers() operation { return listInterviewers{w.postingOrNone()} }

func (w *writer) invite() operation {
	v := invite{posting: w.postingOrNone(), assessment: "design", email: w.email(), name: pickOne(w, "Ann Lee", "Bo"),
		asRole: w.chance(15)}
	if w.chance(30) {
		v.assessment = pickOne(w, "", "takehome", "pairing", "quiz", "week", "draft", "asm_none")
	}
	if w.chance(3) {
		v.broken = "no name"
	}
	return v
}

// invited returns a candidate who may be invited to a live assessment.
func (w *writer) invited() who {
	return who{w.posting, "design", w.email()}
}

func (w *writer) pick() operation {
	p := pick{who: w.invited(), start: w.start(), zone: "Europe/Berlin", change: w.chance(50)}
	if w.chance(20) {
		p.from, p.change = pickOne(w, w.starts...), true
	}
	return p
}

func (w *writer) readTimes() operation {
	return readTimes{who: w.invited(), from: w.now.Add(-time.Hour), to: w.now.Add(pickOne(w, day, 3*day))}
}

func (w *writer) useLink() operation {
	return useLink{n: w.IntN(6), holder: pickOne(w, "firefox", "chromium")}
}

func (w *writer) async() who {
	return who{"backend", pickOne(w, "takehome", "takehome", "week", "design"), w.email()}
}

func (w *writer) startAssessment() operation { return startAssessment{who: w.async()} }

func (w *writer) submit() operation {
	return submit{who: w.async(), text: pickOne(w, "", "It works.", "It works.")}
}

func (w *writer) readSubmission() operation { return readSubmission{n: w.IntN(6)} }
