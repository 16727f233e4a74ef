package conform

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// The outcomes of a check.
const (
	Passed  = "pass"
	Failed  = "FAIL"
	Skipped = "skip"
)

// Result is the result of a check.
type Result struct {
	Clause   string   `json:"clause"` // clause of the contract, such as §4 List
	Title    string   `json:"title"`
	Outcome  string   `json:"outcome"`
	Findings []string `json:"findings,omitempty"` // what is wrong, or why the check was skipped
	// Requests are those of a check that writes, with their answers.
	Requests []Exchange `json:"requests,omitempty"`
}

// Report holds the results for a deployment.
type Report struct {
	BaseURL string   `json:"base_url"`
	Results []Result `json:"results"`
}

// Count returns the number of checks with this outcome.
func (r Report) Count(outcome string) (n int) {
	for _, x := range r.Results {
		if x.Outcome == outcome {
			n++
		}
	}
	return n
}

// Print writes the report for people: a line for each check, its findings below it, and the totals. Below a check that
// wrote and failed stand its last requests, with their answers.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%s\n\n", r.BaseURL)
	width := 0
	for _, x := range r.Results {
		width = max(width, utf8.RuneCountInString(x.Clause))
	}
	for _, x := range r.Results {
		fmt.Fprintf(w, "%s  %-*s  %s\n", x.Outcome, width, x.Clause, x.Title)
		for _, f := range x.Findings {
			fmt.Fprintf(w, "      %s\n", strings.ReplaceAll(f, "\n", "\n      "))
		}
		if x.Outcome == Failed {
			for _, e := range x.Requests[max(0, len(x.Requests)-mostPrinted):] {
				fmt.Fprintf(w, "      > %s\n      < %d %s\n", e.Request, e.Status, e.Answer)
			}
		}
	}
	fmt.Fprintf(w, "\n%d passed, %d failed, %d skipped\n", r.Count(Passed), r.Count(Failed), r.Count(Skipped))
}

const mostPrinted = 6 // requests of a failed check

// Run runs every check against the target, one after the other, and changes nothing there. It returns an error if the
// target is not a URL, does not answer, redirects, or refuses the key, since every check would then fail.
func Run(ctx context.Context, t Target, d *Document) (Report, error) {
	origin, client, err := t.connect(ctx)
	if err != nil {
		return Report{}, err
	}
	report := Report{BaseURL: origin}
	for _, c := range Checks {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		if !t.wants(c.Clause) {
			continue
		}
		r := &run{ctx: ctx, client: client, origin: origin, key: t.Key, document: d}
		report.Results = append(report.Results, one(r, c))
	}
	return report, nil
}

// connect returns the target's origin and a client for it, after one request that the target must accept.
func (t Target) connect(ctx context.Context) (origin string, client *http.Client, err error) {
	if origin, err = t.origin(); err != nil {
		return "", nil, err
	}
	client = &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	known := func(clause string) bool { return clause == t.Only }
	if t.Only != "" && !slices.ContainsFunc(Checks, func(c Check) bool { return known(c.Clause) }) &&
		!slices.ContainsFunc(WriteChecks, func(c WriteCheck) bool { return known(c.Clause) }) {
		return "", nil, fmt.Errorf("no check is of the clause %q; the report names the clauses", t.Only)
	}
	return origin, client, reach(ctx, client, origin, t.Key)
}

// reach returns an error if there is no deployment at the origin that accepts the key.
func reach(ctx context.Context, client *http.Client, origin, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, origin+prefix+"/roles", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, raw, err := fetch(client, req)
	if resp == nil {
		return err
	}
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		var said struct{ Error string }
		_ = json.Unmarshal(raw, &said) // without a text, the status must do
		return fmt.Errorf("the key is refused: %s", cmp.Or(said.Error, resp.Status))
	case resp.StatusCode/100 == 3:
		return fmt.Errorf("the base URL redirects to %s, and the key is not sent there: give the origin that answers",
			cmp.Or(resp.Header.Get("Location"), "nowhere"))
	}
	return nil
}

// one runs one check.
func one(r *run, c Check) Result {
	r.t = &result{outcome: Passed}
	r.try(func() { c.Do(r) })
	return Result{c.Clause, c.Title, r.t.outcome, r.t.findings, r.exchanges}
}

// try calls do. What ends the check in it ends do alone.
func (r *run) try(do func()) {
	ended := make(chan struct{})
	go func() { // Fatalf and Skipf end the goroutine
		defer close(ended)
		defer func() { // a check panics if an answer does not have the document's shape
			if p := recover(); p != nil {
				r.t.Errorf("an answer is of another shape than the document's, so the check could not go on")
			}
		}()
		do()
	}()
	<-ended
}

// run is a running check.
type run struct {
	ctx         context.Context
	client      *http.Client
	origin, key string
	document    *Document
	t           *result
	kit         *kit       // nil for a check that changes nothing
	exchanges   []Exchange // of a check that writes
}

// result collects the findings of a check. Its methods are like those of a test.
type result struct {
	outcome  string
	findings []string
}

const mostFindings = 20 // of one check; in a different service, everything fails

// Errorf adds a finding and continues.
func (r *result) Errorf(format string, args ...any) {
	r.outcome = Failed
	if len(r.findings) < mostFindings {
		r.findings = append(r.findings, fmt.Sprintf(format, args...))
	}
}

// Fatalf adds a finding and ends the check.
func (r *result) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

// Skipf ends a check that found nothing to look at. Earlier findings remain.
func (r *result) Skipf(format string, args ...any) {
	if r.outcome == Passed {
		r.outcome = Skipped
		r.findings = append(r.findings, fmt.Sprintf(format, args...))
	}
	runtime.Goexit()
}
