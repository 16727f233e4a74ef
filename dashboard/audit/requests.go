package audit

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/store/audit"
)

// Paths of the audit's pages.
const (
	auditCSVPath    = models.DashboardPath + "/audit.csv"
	changesPath     = site.AuditPath + "/changes"
	changesCSVPath  = site.AuditPath + "/changes.csv"
	requestsPage    = 50
	auditCSVRows    = 10_000
	minuteLayout    = "2006-01-02T15:04" // of an input of the type datetime-local
	minuteOrSeconds = "2006-01-02T15:04:05"
)

// outcome selects requests by their status.
type outcome struct {
	value, words string
	min, max     int // both inclusive, 0 for no bound
}

// outcomes are those that the form offers.
var outcomes = []outcome{
	{"failed", "Failed: 400 and above", 400, 0},
	{"2xx", "2xx: done", 200, 299},
	{"4xx", "4xx: refused", 400, 499},
	{"5xx", "5xx: failed here", 500, 599},
	{"400", "400: invalid", 400, 400},
	{"403", "403: a scope is missing", 403, 403},
	{"404", "404: not found", 404, 404},
	{"409", "409: in conflict", 409, 409},
	{"429", "429: too many requests", 429, 429},
	{"500", "500: unexpected", 500, 500},
	{"502", "502: another server failed", 502, 502},
}

// auditBody is the list of requests.
type auditBody struct {
	Path, Clear               string
	Requests, Changes         string // the two lists
	Keys, Endpoints, Statuses []site.Choice
	From, To, Request         string
	Zone                      string
	Filtered                  bool
	Rows                      []requestLine
	Next, CSV                 string // addresses; "" for none
}

// requestLine is a request as a list shows it.
type requestLine struct {
	audit.Entry
	Key       string // its name
	KeyPath   string
	Path      string // page of the request
	MS        string
	Failed    bool
	Resources []site.IDLink
}

// auditFilter reads the filter of requests from the address. An error is of kind [models.Invalid].
func auditFilter(v *site.Visit) (f audit.Filter, err error) {
	q := v.URL.Query()
	f = audit.Filter{OrgID: v.Org.ID, KeyID: q.Get("key"), RequestID: strings.TrimSpace(q.Get("request"))}
	f.Method, f.Route, _ = strings.Cut(q.Get("endpoint"), " ")
	if status := q.Get("status"); status != "" {
		n := slices.IndexFunc(outcomes, func(o outcome) bool { return o.value == status })
		if n < 0 {
			return f, models.Invalidf("status %s is none of the list", models.Quote(status))
		}
		f.StatusMin, f.StatusMax = outcomes[n].min, outcomes[n].max
	}
	if f.Since, f.Until, err = readBounds(v); err != nil {
		return f, err
	}
	f.After, err = models.ParsePosition(q.Get("after"))
	return f, err
}

// readBounds reads the fields "from" and "to" of the address, in the viewer's zone; zero if they are empty.
func readBounds(v *site.Visit) (from, to time.Time, err error) {
	if from, err = readMinute(v, "from"); err == nil {
		to, err = readMinute(v, "to")
	}
	return from, to, err
}

func readMinute(v *site.Visit, name string) (time.Time, error) {
	text := v.Query(name)
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{minuteLayout, minuteOrSeconds} {
		if t, err := time.ParseInLocation(layout, text, v.Zone); err == nil && t.Year() > 0 && t.Year() < 10_000 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, models.InField(name,
		models.Invalidf("%s is no day and time, such as 2031-03-03 09:00", models.Quote(text)))
}

// listRequests lists the requests that were made with the organization's keys, newest first (§5 rule 6, D22).
func listRequests(v *site.Visit) (site.Answer, error) {
	keys, err := v.Store.Team.Keys(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	called, err := v.Store.Audit.Endpoints(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	body := newAuditBody(v, keys, called)
	f, err := auditFilter(v)
	if err != nil {
		return auditPage(v, body).Refusing(err)
	}
	f.Limit = requestsPage + 1
	found, err := v.Store.Audit.Entries(v.Context(), f)
	if err != nil {
		return site.Answer{}, err
	}
	if len(found) > requestsPage {
		found = found[:requestsPage]
		last := found[requestsPage-1]
		body.Next = withParameter(v, "after", models.Position{At: last.At, ID: last.ID}.String())
	}
	for _, e := range found {
		body.Rows = append(body.Rows, lineOfRequest(v, e, keys))
	}
	return auditPage(v, body), nil
}

func auditPage(v *site.Visit, body auditBody) site.Answer {
	return v.Show("audit", "Audit", body).Lead("What was called with the keys of " + v.Org.Name +
		". The time of a " +
		"request leads to what it changed.")
}

// newAuditBody is the form of the filter as the address has it.
func newAuditBody(v *site.Visit, keys []access.Key, called []audit.Endpoint) auditBody {
	q := v.URL.Query()
	b := auditBody{Path: site.AuditPath, Clear: site.AuditPath, Requests: site.AuditPath, Changes: changesPath,
		From: q.Get("from"), To: q.Get("to"), Request: q.Get("request"), Zone: v.Zone.String(),
		CSV: auditCSVPath + filterOf(q)}
	b.Filtered = filterOf(q) != ""
	for _, k := range slices.Backward(keys) {
		b.Keys = append(b.Keys, site.Choice{Value: k.ID, Name: keyName(k), Chosen: k.ID == q.Get("key")})
	}
	endpoint, known := q.Get("endpoint"), false
	for _, e := range called {
		name := e.Method + " " + e.Route
		known = known || name == endpoint
		b.Endpoints = append(b.Endpoints, site.Choice{Value: name, Name: name, Chosen: name == endpoint})
	}
	if endpoint != "" && !known { // it was called longer ago
		b.Endpoints = append(b.Endpoints, site.Choice{Value: endpoint, Name: endpoint, Chosen: true})
	}
	for _, o := range outcomes {
		b.Statuses = append(b.Statuses, site.Choice{Value: o.value, Name: o.words, Chosen: o.value == q.Get("status")})
	}
	return b
}

// filterOf is the part of an address that filters a list, without the place in it; "" if nothing is filtered.
func filterOf(q url.Values) string {
	kept := url.Values{}
	for name, values := range q {
		if name != "after" && values[0] != "" {
			kept.Set(name, values[0])
		}
	}
	if len(kept) == 0 {
		return ""
	}
	return "?" + kept.Encode()
}

// withParameter is the address of the page with one parameter set.
func withParameter(v *site.Visit, name, value string) string {
	q := v.URL.Query()
	q.Set(name, value)
	return v.URL.Path + "?" + q.Encode()
}

// keyName is a key's name in a list of names, where two keys may have the same.
func keyName(k access.Key) string {
	name := k.Name + " (…" + k.LastFour + ")"
	if k.RevokedAt != nil {
		name += ", revoked"
	}
	return name
}

func lineOfRequest(v *site.Visit, e audit.Entry, keys []access.Key) requestLine {
	line := requestLine{Entry: e, Key: e.KeyID, KeyPath: site.KeyPath(e.KeyID), Path: site.RequestPath(e.RequestID),
		MS: milliseconds(e.Duration), Failed: e.Status >= 400, Resources: v.IDLinks(e.ResourceIDs)}
	for _, k := range keys {
		if k.ID == e.KeyID {
			line.Key = k.Name
		}
	}
	return line
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64)
}

// auditCSV is the list of requests as CSV, the newest 10,000 that the filter selects.
func auditCSV(v *site.Visit) (site.Answer, error) {
	f, err := auditFilter(v)
	if err != nil {
		return site.Answer{}, err
	}
	f.Limit = auditCSVRows
	keys, err := v.Store.Team.Keys(v.Context(), v.Org.ID)
	if err != nil {
		return site.Answer{}, err
	}
	found, err := v.Store.Audit.Entries(v.Context(), f)
	if err != nil {
		return site.Answer{}, err
	}
	rows := make([][]string, len(found))
	for n, e := range found {
		rows[n] = []string{models.FormatInstant(e.At), e.KeyID, lineOfRequest(v, e, keys).Key, e.Method, e.Route,
			strconv.Itoa(e.Status), milliseconds(e.Duration), strings.Join(e.ResourceIDs, " "), e.RequestID}
	}
	return site.CSVFile("audit.csv", []string{"at", "key_id", "key", "method", "endpoint", "status", "duration_ms",
		"resource_ids", "request_id"}, rows)
}
