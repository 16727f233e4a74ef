package conform

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Check is one promise of the contract.
type Check struct {
	Clause, Title string
	Do            func(*run)
}

// never… are identifiers that no deployment assigns.
const (
	neverPosting    = "pos_00000000000000000000000000000000"
	neverRound      = "rnd_00000000000000000000000000000000"
	neverInterview  = "int_00000000000000000000000000000000"
	neverSubmission = "sub_00000000000000000000000000000000"
)

const looked = 5 // how many postings or interviews of a list are read

// Checks are all promises that can be checked without changing anything.
var Checks = []Check{
	{"§5.1", "a request without a valid key is 401", func(r *run) {
		for _, header := range []string{
			"", "Bearer", "Bearer ", "Basic " + r.key,
			"Bearer x" + r.key, "Bearer " + r.key + "x", "Bearer " + r.key + " " + r.key,
		} {
			a := r.refused(http.StatusUnauthorized, http.MethodGet, "/roles", nil, "Authorization", header)
			if a.header.Get("WWW-Authenticate") == "" {
				r.t.Errorf("%s: 401 without WWW-Authenticate", a.about)
			}
		}
	}},
	{"§5.1", "credentials are checked before anything else", func(r *run) {
		r.refused(http.StatusUnauthorized, http.MethodPost, "/interviews", "{", "Authorization", "")
		r.refused(http.StatusUnauthorized, http.MethodGet, "/interviews/"+neverInterview, nil, "Authorization", "")
	}},
	{"§7 404", "an unknown path is 404, an unknown method 405 with the allowed ones", func(r *run) {
		r.refused(http.StatusNotFound, http.MethodGet, "/postings", nil)
		a := r.refused(http.StatusMethodNotAllowed, http.MethodPut, "/interviews", object{})
		if a.header.Get("Allow") == "" {
			r.t.Errorf("%s: 405 without Allow", a.about)
		}
	}},
	{"§4 Roles", "every posting, newest first", func(r *run) {
		roles := r.read("/roles").list("roles")
		for n, x := range roles {
			r.instants(x, "created_at")
			if n > 0 && text(x, "created_at") > text(roles[n-1], "created_at") {
				r.t.Errorf("%s of %s comes after %s of %s",
					text(x, "id"), text(x, "created_at"), text(roles[n-1], "id"), text(roles[n-1], "created_at"))
			}
		}
		r.skipWithout(roles, "postings")
	}},
	{"§4 Pipeline", "tracks, of which at most one is the default, and steps by their type", func(r *run) {
		for _, id := range r.postings() {
			p := r.read("/postings/" + id + "/pipeline").body
			if text(p, "posting_id") != id {
				r.t.Errorf("the pipeline of %s has posting_id %q", id, text(p, "posting_id"))
			}
			defaults := 0
			for _, track := range list(p, "tracks") {
				if track["is_default"] == true {
					defaults++
				}
				for _, s := range list(track, "steps") {
					if s["bookable"] == true && text(s, "type") != "assessment" {
						r.t.Errorf("step %s is bookable, but of type %s", text(s, "round_id"), text(s, "type"))
					}
				}
			}
			if defaults > 1 {
				r.t.Errorf("posting %s has %d default tracks", id, defaults)
			}
		}
	}},
	{"§4 Pipeline", "an unknown posting is 404", func(r *run) {
		r.refused(http.StatusNotFound, http.MethodGet, "/postings/"+neverPosting+"/pipeline", nil)
		r.refused(http.StatusNotFound, http.MethodGet, "/postings/"+url.PathEscape("no such/posting")+"/pipeline", nil)
	}},
	{"§4 List", "pages follow each other without loss or repetition", func(r *run) {
		all := r.interviews()
		var ids []string
		versions := map[string]string{}
		for page, path := 0, "/interviews?limit=7"; page < 20; page++ {
			a := r.read(path)
			got := a.list("interviews")
			for _, x := range got {
				id := text(x, "id")
				// It may be on two pages only if it was moved in between (§6).
				if seen, twice := versions[id]; twice && seen == text(x, "updated_at") {
					r.t.Errorf("%s is on two pages", id)
				}
				versions[id] = text(x, "updated_at")
				ids = append(ids, id)
			}
			cursor, more := a.body["next_cursor"].(string)
			if !more {
				break
			}
			if len(got) != 7 {
				r.t.Errorf("a page with limit 7 has %d interviews and is not the last", len(got))
			}
			path = "/interviews?limit=7&cursor=" + url.QueryEscape(cursor)
		}
		slices.Sort(ids)
		for _, x := range all {
			if _, found := slices.BinarySearch(ids, text(x, "id")); !found && len(all) < 100 && !r.moved(x) {
				r.t.Errorf("%s is on the large page, but on no small one", text(x, "id"))
			}
		}
	}},
	{"§4 List", "ordered by the stored start", func(r *run) {
		last := ""
		for _, x := range r.interviews() {
			at := text(x, "scheduled_start_at")
			if at == "" {
				at = text(x, "created_at") // the stored start of an unused link
			}
			if at < last {
				r.t.Errorf("%s at %s comes after %s", text(x, "id"), at, last)
			}
			last = at
		}
	}},
	{"§4 List", "filters select what they name, inclusive of bounds", func(r *run) {
		for _, x := range r.some() {
			email := text(x["candidate"].(object), "email")
			start := text(x, "scheduled_start_at")
			filters := map[string]func(object) bool{
				"posting_id=" + text(x, "posting_id"): func(o object) bool {
					return text(o, "posting_id") == text(x, "posting_id")
				},
				"round_id=" + text(x, "round_id"): func(o object) bool {
					return text(o, "round_id") == text(x, "round_id")
				},
				"candidate_email=" + url.QueryEscape(strings.ToUpper(email)): func(o object) bool {
					return text(o["candidate"].(object), "email") == email
				},
				"updated_since=" + text(x, "updated_at"): func(o object) bool {
					return text(o, "updated_at") >= text(x, "updated_at")
				},
			}
			if start != "" {
				filters["from="+start+"&to="+start] = func(o object) bool {
					return text(o, "scheduled_start_at") == start ||
						text(o, "scheduled_start_at") == "" && text(o, "created_at") == start
				}
			}
			for query, keeps := range filters {
				found, path := false, "/interviews?limit=100&"+query
				for page := 0; page < 20 && path != ""; page++ {
					a := r.read(path)
					for _, o := range a.list("interviews") {
						if found = found || o["id"] == x["id"]; !keeps(o) {
							r.t.Errorf("%s gives %s", field(query), text(o, "id"))
						}
					}
					if path = ""; a.body["next_cursor"] != nil {
						path = "/interviews?limit=100&" + query + "&cursor=" + url.QueryEscape(a.text("next_cursor"))
					}
				}
				if !found && !r.moved(x) {
					r.t.Errorf("%s with its own value does not give %s", field(query), text(x, "id"))
				}
			}
		}
	}},
	{"§4 List", "include_canceled=false leaves out canceled interviews", func(r *run) {
		for _, x := range r.read("/interviews?limit=100&include_canceled=false").list("interviews") {
			if text(x, "status") == "canceled" {
				r.t.Errorf("%s is canceled", text(x, "id"))
			}
		}
	}},
	{"§4 List", "a query that makes no sense is 400", func(r *run) {
		for _, query := range []string{
			"limit=0", "limit=101", "limit=abc", "limit=1&limit=2", "cursor=nonsense", "from=yesterday",
			"to=2031-02-30T00:00:00Z", "updated_since=1", "include_canceled=perhaps",
		} {
			r.refused(http.StatusBadRequest, http.MethodGet, "/interviews?"+query, nil)
		}
	}},
	{"§4 List", "a cursor is valid only with the filters it was given for", func(r *run) {
		a := r.read("/interviews?limit=1")
		cursor, more := a.body["next_cursor"].(string)
		if !more {
			r.t.Skipf("fewer than two interviews")
		}
		r.refused(http.StatusBadRequest, http.MethodGet,
			"/interviews?limit=1&include_canceled=false&cursor="+url.QueryEscape(cursor), nil)
		r.refused(http.StatusBadRequest, http.MethodGet,
			"/interviews?limit=1&cursor="+url.QueryEscape(cursor[:len(cursor)-1]), nil)
	}},
	{"§4 Read", "returns the same as the list", func(r *run) {
		for _, x := range r.some() {
			if one := r.read("/interviews/" + text(x, "id")).body; one["updated_at"] == x["updated_at"] &&
				one["status"] == x["status"] && !reflect.DeepEqual(one, x) {
				r.t.Errorf("%s is %s in the list and %s alone", text(x, "id"), short(x), short(one))
			}
		}
	}},
	{"§4 Read", "include adds what it names and nothing else", func(r *run) {
		for _, x := range r.some() {
			for include, keys := range map[string][]string{
				"transcript":                 {"transcript"},
				"recording,notes":            {"recording", "interviewer_notes"},
				"transcript,recording,notes": {"transcript", "recording", "interviewer_notes"},
			} {
				one := r.read("/interviews/" + text(x, "id") + "?include=" + include).body
				for _, key := range []string{"transcript", "recording", "interviewer_notes"} {
					if _, has := one[key]; has != slices.Contains(keys, key) {
						r.t.Errorf("include=%s: has %s: %t", include, key, has)
					}
				}
			}
		}
	}},
	{"§4 Read", "an unknown include is 400, an unknown interview 404", func(r *run) {
		for _, x := range r.some() {
			r.refused(http.StatusBadRequest, http.MethodGet, "/interviews/"+text(x, "id")+"?include=video", nil)
			break
		}
		r.refused(http.StatusNotFound, http.MethodGet, "/interviews/"+neverInterview, nil)
	}},
	{"§2 Interview", "instants are UTC to the millisecond, and the status fits the facts", func(r *run) {
		for _, x := range r.interviews() {
			r.instants(x, "created_at", "updated_at", "scheduled_start_at", "call_ended_at", "canceled_at")
			id, status := text(x, "id"), text(x, "status")
			if (status == "canceled") != (x["canceled_at"] != nil) {
				r.t.Errorf("%s is %s with canceled_at %v", id, status, x["canceled_at"])
			}
			unused := status == "pending" || status == "expired"
			if unused && (x["scheduled_start_at"] != nil || x["externally_scheduled"] != true) {
				r.t.Errorf("%s is %s with scheduled_start_at %v", id, status, x["scheduled_start_at"])
			}
			if status == "scheduled" && x["call_ended_at"] != nil {
				r.t.Errorf("%s is scheduled, but its call has ended", id)
			}
		}
	}},
	{"§4 GET interviewers", "the assigned interviewers, with their times in UTC", func(r *run) {
		for _, id := range r.postings() {
			for _, x := range r.read("/postings/" + id + "/interviewers").list("interviewers") {
				slots, _ := x["slots"].([]any)
				for _, s := range slots {
					r.instants(object{"slots": s}, "slots")
				}
			}
		}
		r.refused(http.StatusNotFound, http.MethodGet, "/postings/"+neverPosting+"/interviewers", nil)
	}},
	{"§4 Slots rule 7", "starts with places left, within the requested bounds", func(r *run) {
		offered := 0
		for _, round := range r.bookable() {
			slots := r.read(round.slots()).list("slots")
			offered += len(slots)
			for n, s := range slots {
				r.instants(s, "start_at")
				if c, _ := s["capacity"].(float64); c < 1 {
					r.t.Errorf("%s is offered with capacity %v", text(s, "start_at"), s["capacity"])
				}
				if n > 0 && text(s, "start_at") <= text(slots[n-1], "start_at") {
					r.t.Errorf("%s comes after %s", text(s, "start_at"), text(slots[n-1], "start_at"))
				}
			}
			if len(slots) > 0 {
				at := text(slots[0], "start_at")
				for _, s := range r.read(round.slots() + "&from=" + at + "&to=" + at).list("slots") {
					if text(s, "start_at") != at {
						r.t.Errorf("from and to %s give %s", at, text(s, "start_at"))
					}
				}
			}
		}
		if offered == 0 {
			r.t.Skipf("no starts are offered")
		}
	}},
	{"§4 GET slots", "a round of the posting is required", func(r *run) {
		posting := r.bookable()[0].posting
		r.refused(http.StatusBadRequest, http.MethodGet, "/postings/"+posting+"/slots", nil)
		r.refused(http.StatusNotFound, http.MethodGet, "/postings/"+posting+"/slots?round_id="+neverRound, nil)
		r.refused(http.StatusNotFound, http.MethodGet, "/postings/"+neverPosting+"/slots?round_id="+neverRound, nil)
	}},
	{"§4 Book", "an incomplete request is 400, one for an unknown posting 404", func(r *run) {
		start := time.Now().UTC().Add(48 * time.Hour).Truncate(time.Hour).Format(time.RFC3339)
		whole := func(change string, v any) object {
			b := object{
				"posting_id":         neverPosting,
				"round_id":           neverRound,
				"candidate_email":    "conform@example.com",
				"scheduled_start_at": start,
			}
			if b[change] = v; v == nil {
				delete(b, change)
			}
			return b
		}
		for _, body := range []any{
			"", "{", "[]", object{},
			whole("posting_id", nil), whole("round_id", nil),
			whole("candidate_email", nil), whole("candidate_email", "nobody"),
			whole("scheduled_start_at", nil), whole("scheduled_start_at", strings.TrimSuffix(start, "Z")),
			whole("time_zone", "Mars/Olympus"), whole("meeting_link", "ftp://x"),
			whole("externally_scheduled", true), whole("replace_existing", "yes"),
		} {
			r.refused(http.StatusBadRequest, http.MethodPost, "/interviews", body)
		}
		r.refused(http.StatusNotFound, http.MethodPost, "/interviews", whole("candidate_name", "Conform"))
	}},
	{"§4 Change body", "only interviewer_email is accepted", func(r *run) {
		r.refused(http.StatusNotFound, http.MethodPatch, "/interviews/"+neverInterview,
			object{"interviewer_email": "conform@example.com"})
		for _, x := range r.interviews() {
			if text(x, "status") == "scheduled" && text(x, "interviewer_email") != "" {
				// It names the current interviewer, so that even a deployment that accepts it changes nothing.
				r.refused(http.StatusBadRequest, http.MethodPatch, "/interviews/"+text(x, "id"),
					object{"interviewer_email": x["interviewer_email"], "scheduled_start_at": x["scheduled_start_at"]})
				r.refused(http.StatusBadRequest, http.MethodPatch, "/interviews/"+text(x, "id"), object{})
				return
			}
		}
		r.t.Skipf("no scheduled interview has an interviewer")
	}},
	{"§4 Cancel", "of an unknown interview is 404", func(r *run) {
		r.refused(http.StatusNotFound, http.MethodDelete, "/interviews/"+neverInterview, nil)
	}},
	{"§4 Slots rule 3", "a time off the half hour is 400", func(r *run) {
		slot := func(at string) object {
			return object{"slots": []object{{"interviewer_email": "conform@example.com", "start_at": at}}}
		}
		path := "/postings/" + r.postings()[0] + "/slots"
		for _, at := range []string{
			"2001-01-01T10:15:00Z", "2001-01-01T10:30:01Z", "2001-01-01T10:00:00.001Z", "2001-01-01T10:00:00", "soon",
		} {
			r.refused(http.StatusBadRequest, http.MethodDelete, path, slot(at)) // if accepted, it deletes nothing
		}
		r.refused(http.StatusBadRequest, http.MethodPost, path, object{"slots": []object{}})
		for _, method := range []string{http.MethodPost, http.MethodDelete} {
			r.refused(http.StatusNotFound, method, "/postings/"+neverPosting+"/slots", slot("2031-01-01T10:30:00Z"))
		}
		r.refused(http.StatusNotFound, http.MethodPut, "/postings/"+neverPosting+"/interviewers",
			object{"interviewers": []object{}})
	}},
	{"§7 posting_id not found", "an unknown posting is 404 posting_id not found", func(r *run) {
		body := object{
			"posting_id":      neverPosting,
			"candidate_email": "conform@example.com",
			"candidate_name":  "Conform",
		}
		a := r.refused(http.StatusNotFound, http.MethodPost, "/invites", body)
		if a.text("error") != "posting_id not found" {
			r.t.Errorf("%s: error %q", a.about, a.text("error"))
		}
		r.refused(http.StatusBadRequest, http.MethodPost, "/invites", object{})
	}},
	{"§4 Submissions", "an unknown one is 404", func(r *run) {
		r.refused(http.StatusNotFound, http.MethodGet, "/submissions/"+neverSubmission, nil)
	}},
}
