package worlds

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
)

// MadeID matches what differs from answer to answer: new ids, times and secret links.
var MadeID = regexp.MustCompile(
	`\b(int|cand|req)_[0-9a-f]{24,32}\b|"(created|updated)_at":"[^"]*"|(invite_url|candidate_link)":"[^"]*"`)

// NeverWas returns an id or address of the same form that names nothing.
func NeverWas(s string) string {
	if local, domain, ok := strings.Cut(s, "@"); ok {
		return strings.Repeat("z", len(local)) + "@" + domain
	}
	kind, id, _ := strings.Cut(s, "_")
	return kind + "_" + strings.Repeat("f", len(id))
}

// Alike returns a body without the id it repeats and without what differs from answer to answer.
func Alike(body []byte, named string) string {
	return MadeID.ReplaceAllString(strings.ReplaceAll(string(body), named, "NAMED"), "…")
}

// Everything returns all that an organization's own key can read.
func (w *World) Everything(o Organization) string {
	w.T.Helper()
	key := w.NewKey(o.Organization, nil)
	var out strings.Builder
	for _, path := range []string{"/roles", "/interviews?limit=100",
		"/interviews/$import?include=transcript,recording,notes", "/postings/$posting/pipeline",
		"/postings/$posting/interviewers",
		"/postings/$cohort/interviewers", "/postings/$posting/slots?round_id=$round&from=2032-01-01",
		"/submissions/$submission"} {
		a := w.Do("GET", o.Fill(path), "", key).Want(http.StatusOK)
		if !json.Valid(a.Body) {
			w.T.Fatalf("%s: %s", path, a.Body)
		}
		out.Write(a.Body)
	}
	return out.String()
}
