package conform

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
)

// Outcomes of a check.
const (
	Passed  = "pass"
	Failed  = "FAIL"
	Skipped = "skip"
)

// Result is how a check ended.
type Result struct {
	Clause   string   `json:"clause"` // where the promise stands: §4 List
	Title    string   `json:"title"`
	Outcome  string   `json:"outcome"`
	Findings []string `json:"findings,omitempty"` // what was wrong; of a skipped one why
}

// Report is how a deployment did.
type Report struct {
	BaseURL string   `json:"base_url"`
	Results []Result `json:"results"`
}

// Count is how many checks ended so.
func (r Report) Count(outcome string) (n int) {
	for _, x := range r.Results {
		if x.Outcome == outcome {
			n++
		}
	}
	return n
}

// Print writes the report for people: a line for each check, its findings below it, and the sum.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n", r.BaseURL)
	for _, x := range r.Results {
		fmt.Fprintf(w, "%s  %-23s  %s\n", x.Outcome, x.Clause, x.Title)
		for _, f := range x.Findings {
			fmt.Fprintf(w, "      %s\n", strings.ReplaceAll(f, "\n", "\n      "))
		}
	}
	fmt.Fprintf(w, "\n%d passed, %d failed, %d skipped\n", r.Count(Passed), r.Count(Failed), r.Count(Skipped))
}

// Run makes every check of the target, one after the other. Nothing is changed there. The error says that the target is
// no URL, that it does not answer at all or leads elsewhere, or that the key is none of it: what would fail every
// check.
func Run(ctx context.Context, t Target, d *Document) (Report, error) {
	origin, err := t.origin()
	if err != nil {
		return Report{}, err
	}
	client := &http.Client{Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if err := reach(ctx, client, origin, t.Key); err != nil {
		return Report{}, err
	}
	report := Report{BaseURL: origin}
	for _, c := range Checks {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		report.Results = append(report.Results,
			one(&run{ctx: ctx, client: client, origin: origin, key: t.Key, document: d}, c))
	}
	return report, nil
}

// reach returns an error when there is no deployment at the origin that takes the key.
func reach(ctx context.Context, client *http.Client, origin, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+prefix+"/roles", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		var said struct{ Error string }
		_ = json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&said) // without words the status says it
		return fmt.Errorf("the key is refused: %s", cmp.Or(said.Error, resp.Status))
	case resp.StatusCode/100 == 3:
		return fmt.Errorf("it redirects to %s, where the key is not sent: name the origin that answers itself",
			cmp.Or(resp.Header.Get("Location"), "nowhere"))
	}
	return nil
}

// one makes a check.
func one(r *run, c Check) Result {
	r.t = &result{outcome: Passed}
	ended := make(chan struct{})
	go func() { // which Fatalf and Skipf end
		defer close(ended)
		defer func() { // a check takes what the document says for granted, which another deployment may not keep
			if p := recover(); p != nil {
				r.t.Errorf("an answer is of another shape than the document's, so the check could not go on")
			}
		}()
		c.Do(r)
	}()
	<-ended
	return Result{c.Clause, c.Title, r.t.outcome, r.t.findings}
}

// run is one check under way.
type run struct {
	ctx         context.Context
	client      *http.Client
	origin, key string
	document    *Document
	t           *result
}

// result collects what a check finds, in the manner of a test.
type result struct {
	outcome  string
	findings []string
}

const mostFindings = 20 // of one check; a deployment of another kind fails in everything

// Errorf notes what is wrong, and the check goes on.
func (r *result) Errorf(format string, args ...any) {
	r.outcome = Failed
	if len(r.findings) < mostFindings {
		r.findings = append(r.findings, fmt.Sprintf(format, args...))
	}
}

// Fatalf notes what is wrong and ends the check.
func (r *result) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// Skipf ends the check, which found nothing to look at; what was found wrong before stays.
func (r *result) Skipf(format string, args ...any) {
	if r.outcome == Passed {
		r.outcome = Skipped
		r.findings = append(r.findings, fmt.Sprintf(format, args...))
	}
	runtime.Goexit()
}
