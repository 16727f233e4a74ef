package conform

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// How long the kit waits for a letter. A test clock answers once all letters have left, so behind one it waits less.
const (
	letterPatience  = 30 * time.Second
	settledPatience = 2 * time.Second
	letterPause     = 100 * time.Millisecond
)

// message is a letter as the mail catcher lists it, of which the kit reads these fields.
type message struct {
	ID, Subject, Text, HTML string
	ICS                     string // the calendar part, "" without one
}

// catcherURL is the address of the catcher's list: given is that of its page, or of the list.
func catcherURL(given string) string {
	if given == "" {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(given, "/messages.json"), "/") + "/messages.json"
}

// checkInbox returns an error if there is no catcher that lists letters.
func (r *run) checkInbox() error {
	if r.kit.inbox == "" {
		return nil
	}
	_, err := r.letters(r.kit.person("nobody"))
	return err
}

// letters returns what the catcher has for an address, newest first.
func (r *run) letters(to string) (out []message, err error) {
	req, err := http.NewRequestWithContext(r.ctx, http.MethodGet, r.kit.inbox+"?to="+url.QueryEscape(to), nil)
	if err != nil {
		return nil, err
	}
	resp, raw, err := fetch(r.client, req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the mail catcher answers %d", resp.StatusCode)
	}
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("the mail catcher does not list letters: %w", err)
	}
	return out, nil
}

// mail waits until the catcher has n letters for an address and returns all of them, newest first. The check goes on
// with fewer, after a finding that says what was expected.
func (r *run) mail(to, what string, n int) []message {
	r.settle()
	patience := letterPatience
	if r.kit.clock.there {
		patience = settledPatience
	}
	for end := time.Now().Add(patience); ; {
		found, err := r.letters(to)
		switch {
		case err != nil:
			r.t.Fatalf("letters: %v", err)
		case len(found) >= n:
			return found
		case time.Now().After(end):
			r.t.Errorf("%s: %d letters arrived, want %d", what, len(found), n)
			return found
		}
		select {
		case <-r.ctx.Done():
			r.t.Fatalf("%v", r.ctx.Err())
		case <-time.After(letterPause):
		}
	}
}

// exactly checks that an address has n letters and no more. It needs the clock, which says that all have left.
func (r *run) exactly(to, what string, n int) []message {
	found := r.mail(to, what, n)
	if len(found) > n {
		r.t.Errorf("%s: %d letters arrived, want %d", what, len(found), n)
	}
	return found
}

// calendar returns the method and the starts of a calendar part, its folded lines joined (RFC 5545 3.1).
func (m message) calendar() (method string, starts []string) {
	whole := strings.NewReplacer("\r\n ", "", "\r\n\t", "", "\n ", "", "\n\t", "").Replace(m.ICS)
	for line := range strings.Lines(whole) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch name, _, _ := strings.Cut(strings.ToUpper(name), ";"); name {
		case "METHOD":
			method = strings.ToUpper(value)
		case "DTSTART":
			starts = append(starts, value)
		}
	}
	return method, starts
}
