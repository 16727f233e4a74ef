package dashboard

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/candidacy"
	"litmus/store/audit"
)

// audited records a request of a key.
func (w *world) audited(k access.Key, method, route string, status int, at time.Time, request string, ids ...string) {
	w.Audit.Record(audit.Entry{OrgID: k.OrgID, KeyID: k.ID, Method: method, Route: "/api/v1" + route,
		Status: status, Duration: 1500 * time.Microsecond, ResourceIDs: ids, RequestID: request, At: at})
}

// invitedBy invites somebody with a key, as the REST interface does.
func (w *world) invitedBy(k access.Key, request string) models.Candidate {
	w.t.Helper()
	by := act.By{Actor: models.Actor{Kind: models.ActorKey, ID: k.ID, Name: k.Name, RequestID: request}}
	invited, err := w.Candidates.Invite(ctx, by, w.org, candidacy.InviteOrder{PostingID: w.posting("apprentices"),
		CandidateEmail: "cleo@candidate.example", CandidateName: "Cleo"})
	w.must(err)
	return invited.Candidate
}

// TestAudit proves §5 rule 6 and D22: the audit shows each request with key, endpoint, status, duration and the
// ids of resources, newest first, and can be filtered.
func TestAudit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	admin.get(site.AuditPath).want(200, "There are no requests yet")
	_, ci := w.newKey("ci", access.RolesRead)
	_, sync := w.newKey("sync", access.RolesRead)
	posting := w.turbine()
	w.audited(ci, "GET", "/roles", 200, noon.Add(-3*time.Hour), "req_1")
	w.audited(ci, "GET", "/postings/{id}/pipeline", 200, noon.Add(-2*time.Hour), "req_2", posting)
	w.audited(sync, "POST", "/interviews", 409, noon.Add(-time.Hour), "req_3")
	w.audited(sync, "POST", "/interviews", 502, noon, "req_4")

	all := admin.get(site.AuditPath).want(200).all("tbody tr")
	if len(all) != 4 {
		t.Fatalf("the audit has %d rows, want 4", len(all))
	}
	if got, want := content(all[2]), "Mon 3 Mar 2031, 11:00 CET ci GET /api/v1/postings/{id}/pipeline 200 1.5 "+
		posting; got != want {
		t.Errorf("a row is\n%s\nwant\n%s", got, want)
	}
	for query, want := range map[string]string{
		"key=" + ci.ID:  "req_2 req_1",
		"status=failed": "req_4 req_3",
		"endpoint=" + url.QueryEscape("GET /api/v1/roles"): "req_1",
		"request=req_2": "req_2",
		"from=2031-03-03T11:00&to=2031-03-03T12:00": "req_2",
		"from=&to=&key=&endpoint=&status=&request=": "req_4 req_3 req_2 req_1",
	} {
		r := admin.get(site.AuditPath + "?" + query).want(200)
		equal(t, query, strings.Join(requests(r), " "), want)
	}
	for _, wrong := range []string{"status=900", "from=yesterday", "to=2031-02-30T10:00", "after=x", "after=1.",
		"status=4"} {
		r := admin.get(site.AuditPath + "?" + wrong).want(400)
		if r.text("#problem") == "" {
			t.Errorf("%s: the page does not say what is wrong", wrong)
		}
	}
}

// requests are the ids of the requests that a page of the audit lists.
func requests(r *reply) (ids []string) {
	for _, a := range r.all("tbody tr a") {
		if id, ok := strings.CutPrefix(attr(a, "href"), site.RequestsPath+"/"); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestAuditPages proves D22: pages of the audit follow each other without a gap.
func TestAuditPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	_, k := w.newKey("ci", access.RolesRead)
	for n := range 60 {
		w.audited(k, "GET", "/roles", 200, noon.Add(-time.Duration(n/7)*time.Minute), fmt.Sprint("req_", n))
	}
	first := admin.get(site.AuditPath + "?key=" + k.ID).want(200)
	second := admin.get(attr(first.one("a[rel=next]"), "href")).want(200)
	seen := slices.Sorted(slices.Values(append(requests(first), requests(second)...)))
	equal(t, "requests on two pages", len(slices.Compact(seen)), 60)
	equal(t, "pages after the second", len(second.all("a[rel=next]")), 0)
}

// TestAuditCSV proves D22: the list that a filter selects is a CSV file as well, with instants in UTC.
func TestAuditCSV(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	_, k := w.newKey("=1+1", access.RolesRead)
	w.audited(k, "GET", "/roles", 200, noon, "req_1", w.turbine(), w.posting("apprentices"))
	w.audited(k, "GET", "/roles", 403, noon.Add(time.Minute), "req_2")
	page := admin.get(site.AuditPath + "?status=2xx").want(200)
	file := admin.get(attr(page.one("a[download]"), "href")).want(200)
	if got := file.Header.Get("Content-Disposition"); !strings.Contains(got, "audit.csv") {
		t.Errorf("Content-Disposition is %q, want a file", got)
	}
	rows := file.csv()
	want := []string{"2031-03-03T12:00:00.000Z", k.ID, "'=1+1", "GET", "/api/v1/roles", "200", "1.5",
		w.turbine() + " " + w.posting("apprentices"), "req_1"}
	if len(rows) != 2 || strings.Join(rows[1], "|") != strings.Join(want, "|") {
		t.Errorf("the file has %q, want a row %q", rows, want)
	}
	admin.get("/dashboard/audit.csv" + "?status=nonsense").want(400)
	if rows := w.as(t, "other").get("/dashboard/audit.csv").want(200).Body; strings.Contains(rows, k.ID) {
		t.Errorf("another organization gets %s (D3)", rows)
	}
}

// TestRequestAndItsChanges proves D22: from a request to what it changed, and from the change back to its request.
func TestRequestAndItsChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	_, k := w.newKey("ci", access.InvitesWrite)
	const request = "req_0123456789abcdef01234567"
	c := w.invitedBy(k, request)
	w.audited(k, "POST", "/invites", 201, noon, request, c.ID)
	w.audited(k, "GET", "/roles", 200, noon, "req_read")

	list := admin.get(site.AuditPath + "?request=" + request).want(200)
	page := admin.get(site.RequestPath(requests(list)[0])).want(200, "POST /api/v1/invites", "201", "1.5 ms", "ci",
		"invited", c.ID)
	equal(t, "records that the request changed", len(page.all(".timeline li")), 1)
	changes := admin.get("/dashboard/audit/changes"+"?by=key:"+k.ID).want(200, "key ci", "invited", c.ID)
	back := changes.all("tbody tr a")
	if len(back) == 0 || !strings.HasPrefix(attr(back[len(back)-1], "href"), site.RequestPath(request)+"?") {
		t.Fatalf("the change does not lead back to its request: %v", changes.text("tbody"))
	}
	known := attr(back[len(back)-1], "href")
	admin.get(known).want(200, "POST /api/v1/invites", "invited")
	record := site.CandidatesPath + "/" + c.ID
	equal(t, "links to the request", len(admin.get(record).want(200).all(`a[href="`+known+`"]`)), 1)
	w.as(t, "recruiter").get(record).want(200, "invited").lacks(site.RequestsPath)
	admin.get(site.RequestPath("req_read")).want(200, "Nothing: it only read, or it was refused")
	admin.get(site.RequestPath("req_none")).want(404)
	w.as(t, "other").get(site.RequestPath(request)).want(404)
	w.as(t, "other").get(known).want(404)
}

// TestAuditChanges proves D22: members' acts stand beside the requests, by who did them and when.
func TestAuditChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.as(t, "admin")
	fields := having(admin.get("/dashboard/keys/new").fields("main form"), "name", "made here", "scope", access.RolesRead)
	admin.post(site.KeysPath, fields...).want(200)
	w.at(noon.Add(time.Hour))
	_, k := w.newKey("by nobody", access.InvitesWrite)
	w.invitedBy(k, "req_1")

	byMe := "member:" + w.person(ines) // no address of a page has an email (D14)
	mine := admin.get("/dashboard/audit/changes"+"?by="+byMe).want(200, "Inês Duarte", "key", "created")
	equal(t, "the admin's acts", len(mine.all("tbody tr")), 1)
	equal(t, "who the form asks for", selected(mine.one("#by")), byMe)
	for _, option := range mine.all("#by option") {
		if strings.Contains(attr(option, "value"), "@") {
			t.Errorf("the filter's choices have an address: %s", attr(option, "value"))
		}
	}
	admin.get("/dashboard/audit/changes"+"?by=member:per_nobody").want(200, "No change matches")
	admin.get("/dashboard/audit/changes"+"?by=key&from=2031-03-03T13:30").want(200, "key by nobody", "invited")
	admin.get("/dashboard/audit/changes"+"?by=candidate").want(200, "No change matches")
	admin.get("/dashboard/audit/changes" + "?from=soon").want(400)
	admin.get("/dashboard/audit/changes" + "?after=x").want(400)

	all := admin.get("/dashboard/audit/changes").want(200)
	file := admin.get(attr(all.one("a[download]"), "href")).want(200)
	if rows := file.csv(); len(rows) < 3 || rows[1][8] != "req_1" || rows[1][1] != "key" || rows[1][2] != k.ID {
		t.Errorf("the file has %q, want the invitation with its request first", rows)
	}
	w.as(t, "other").get("/dashboard/audit/changes").want(200).lacks("invited", k.ID) // D3
}
