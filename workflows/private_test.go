package workflows

import (
	"strings"
	"sync"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	failurepb "go.temporal.io/api/failure/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
)

// recorder keeps everything that the workflow and its activities hand to Temporal as a payload or a failure.
type recorder struct {
	converter.DataConverter
	converter.FailureConverter
	mu   sync.Mutex
	text strings.Builder
}

func (r *recorder) keep(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text.WriteString(text + "\n")
}

func (r *recorder) ToPayload(v any) (*commonpb.Payload, error) {
	p, err := r.DataConverter.ToPayload(v)
	r.keep(string(p.GetData()))
	return p, err
}

func (r *recorder) ToPayloads(vs ...any) (*commonpb.Payloads, error) {
	ps, err := r.DataConverter.ToPayloads(vs...)
	for _, p := range ps.GetPayloads() {
		r.keep(string(p.GetData()))
	}
	return ps, err
}

func (r *recorder) ErrorToFailure(err error) *failurepb.Failure {
	f := r.FailureConverter.ErrorToFailure(err)
	r.keep(f.String())
	return f
}

// overhear records what Temporal is given from now on.
func (w *world) overhear() *recorder {
	r := &recorder{DataConverter: converter.GetDefaultDataConverter(),
		FailureConverter: temporal.GetDefaultFailureConverter()}
	w.env.SetDataConverter(r)
	w.env.SetFailureConverter(r)
	return r
}

// heard checks that Temporal learned of the row and of these texts, and of nothing personal, in capitals or small: no
// input, result, failure, summary or detail names anybody.
func (r *recorder) heard(w *world, expected []string, personal ...string) {
	w.t.Helper()
	text := r.text.String()
	for _, one := range append(personal, "@", "http", "not now") {
		if strings.Contains(strings.ToLower(text), one) {
			w.t.Errorf("Temporal learns of %q:\n%s", one, text)
		}
	}
	for _, one := range append(expected, w.ref.ID) {
		if !strings.Contains(text, one) {
			w.t.Errorf("%s was not recorded: the test looks past what it should see\n%s", one, text)
		}
	}
}

func TestNothingPersonal(t *testing.T) {
	t.Parallel()
	booked.play(t, "an interview", func(_ *testing.T, w *world) {
		r := w.overhear()
		w.refuses[cleo], w.refuses[ann] = 451, 550
		w.at(thu.Add(time.Minute), w.look)
		w.changes(thu.Add(time.Hour), func() { w.reassign(bob) })
		w.at(thu.Add(61*time.Minute), w.look)
		w.changes(thu.Add(2*time.Hour), w.cancel)
		w.run()
		r.heard(w, []string{"smtp_451", "smtp_550 (given up)", "Waits for: reminder_24h", "Failing:",
			"**scheduled**, Mon 3 March 2031 at 15:00 UTC, round `rnd_"},
			"cleo", "ann@", "bob", "candidate.example", "acme", "meet.example")
	})
	invited.play(t, "an invitation", func(t *testing.T, w *world) {
		r := w.overhear()
		w.refuses[cleo] = 451
		w.at(thu.Add(time.Minute), w.look)
		w.sets(thu.Add(30*time.Minute), func() { w.refuses[cleo] = 0 })
		w.at(thu.Add(time.Hour), w.look)
		w.changes(thu.Add(2*time.Hour), w.starts)
		w.run()
		r.heard(w, []string{"smtp_451", "Waits for: invitation_expires", "Failing:", "**invited**, assessment `asm_",
			"invitation to mail:candidate"}, "cleo", "candidate.example", "/a/", "/t/", "cand\"")
		if text := r.text.String(); strings.Contains(text, "0001-01-01") {
			t.Errorf("it shows a start that there is none of:\n%s", text)
		}
	})
	askedFor.play(t, "a link to sign in", func(_ *testing.T, w *world) {
		r := w.overhear()
		w.refuses[ann] = 451
		w.at(thu.Add(time.Minute), w.look)
		w.sets(thu.Add(2*time.Minute), func() { w.refuses[ann] = 0 })
		w.run()
		r.heard(w, []string{"smtp_451", "sign_in to mail:member"}, "ann", "acme.example", "/in/")
	})
	connected.play(t, "a calendar", func(_ *testing.T, w *world) {
		r := w.overhear()
		w.refuses[root] = 451
		w.feed.awayFor(2, 9)
		w.at(thu.Add(time.Minute), w.look)
		w.at(thu.Add(30*time.Minute), w.look)
		w.disconnects(thu.Add(2 * time.Hour))
		w.run()
		r.heard(w, []string{"ics_503", "smtp_451", "has 3 busy times", "could not be read", "**broken**"},
			"ann", "root", "acme", "holiday")
	})
}
