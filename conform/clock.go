package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// clockPath is where a deployment with a test clock serves it: GET answers {"now": …}, and POST takes {"seconds": N} or
// {"to": …}, moves the time of the key's organization forward, and answers when everything that fell due on the way was
// carried out, or 502 when that takes long and goes on.
const clockPath = "/test-clock"

// The clock may take its time, and say in between that it does.
const (
	clockPatience = time.Minute // for one answer
	mostTurns     = 10
)

// clock is the test clock of the deployment.
type clock struct {
	there bool          // it answered
	why   string        // if not there, what it answered
	ahead time.Duration // of the machine's clock
}

// now is the organization's time.
func (r *run) now() time.Time { return time.Now().Add(r.kit.clock.ahead).UTC() }

// findClock asks for the test clock. A deployment without one is no finding.
func (r *run) findClock() {
	status, now, err := r.tick(http.MethodGet, nil)
	c := r.kit.clock
	switch {
	case err != nil:
		c.why = err.Error()
	case status != http.StatusOK:
		c.why = fmt.Sprintf("GET %s is answered %d", clockPath, status)
	default:
		c.there, c.ahead = true, time.Until(now)
	}
}

// advance moves the clock to an instant.
func (r *run) advance(to time.Time) { r.turn(object{"to": instant(to)}) }

// settle waits until everything that is due was carried out, if there is a clock to say so.
func (r *run) settle() {
	if r.kit.clock.there {
		r.turn(object{"seconds": 0})
	}
}

// turn sends a request to the clock until it is there: 502 says that it is still on its way.
func (r *run) turn(body object) {
	for range mostTurns {
		status, now, err := r.tick(http.MethodPost, body)
		switch {
		case err != nil:
			r.t.Fatalf("POST %s: %v", clockPath, err)
		case status == http.StatusBadGateway:
			body = object{"seconds": 0}
			continue
		case status != http.StatusOK:
			r.t.Fatalf("POST %s: %d, want 200", clockPath, status)
		}
		r.kit.clock.ahead = time.Until(now)
		return
	}
	r.t.Fatalf("POST %s: the clock was not there after %d requests", clockPath, mostTurns)
}

// tick sends a request to the clock. It is outside of /api/v1, so the document does not declare it.
func (r *run) tick(method string, body object) (status int, now time.Time, err error) {
	var b []byte
	if body != nil {
		b, _ = json.Marshal(body) // of texts and numbers, so always valid
	}
	req, err := http.NewRequestWithContext(r.ctx, method, r.origin+clockPath, bytes.NewReader(b))
	if err != nil {
		return 0, now, err
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	req.Header.Set("Content-Type", "application/json")
	patient := *r.client
	patient.Timeout = clockPatience
	resp, raw, err := fetch(&patient, req)
	if err != nil {
		return 0, now, err
	}
	if resp.StatusCode != http.StatusOK {
		return resp.StatusCode, now, nil
	}
	var said struct {
		Now time.Time `json:"now"`
	}
	if err := json.Unmarshal(raw, &said); err != nil || said.Now.IsZero() {
		return 0, now, fmt.Errorf("the clock does not say its time")
	}
	return resp.StatusCode, said.Now, nil
}
