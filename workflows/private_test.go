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

// TestNothingPersonal: no input, result, failure, summary or detail names anybody.
func TestNothingPersonal(t *testing.T) {
	t.Parallel()
	w := booked(t)
	r := &recorder{DataConverter: converter.GetDefaultDataConverter(),
		FailureConverter: temporal.GetDefaultFailureConverter()}
	w.env.SetDataConverter(r)
	w.env.SetFailureConverter(r)
	w.refuses[cleo], w.refuses[ann] = 451, 550
	w.at(thu.Add(time.Minute), w.look)
	w.changes(thu.Add(time.Hour), func() { w.reassign(bob) })
	w.at(thu.Add(61*time.Minute), w.look)
	w.changes(thu.Add(2*time.Hour), w.cancel)
	w.run()
	text := r.text.String()
	for _, personal := range []string{"@", "cleo", "ann@", "bob", "candidate.example", "acme", "meet.example", "http",
		"not now"} {
		if strings.Contains(strings.ToLower(text), personal) {
			t.Errorf("Temporal learns of %q:\n%s", personal, text)
		}
	}
	for _, expected := range []string{w.ref.ID, "smtp_451", "smtp_550 (given up)", "Waits for: reminder_24h",
		"Failing:"} {
		if !strings.Contains(text, expected) {
			t.Errorf("%s was not recorded: the test looks past what it should see", expected)
		}
	}
}
