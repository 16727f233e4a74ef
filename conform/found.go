package conform

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// field returns a query without its values, which may be an address.
func field(query string) string { return strings.SplitN(query, "=", 2)[0] }

func text(o object, name string) string {
	s, _ := o[name].(string)
	return s
}

// part is a field that is an object, without any fields if it is none.
func part(o object, name string) object {
	inner, _ := o[name].(object)
	return inner
}

func list(o object, name string) []object { return answer{body: o}.list(name) }

// short returns an object as JSON without personal data.
func short(o object) string {
	o = maps.Clone(o)
	for _, name := range []string{"candidate", "interviewer_email", "meeting_link"} {
		delete(o, name)
	}
	b, _ := json.Marshal(o)
	return string(b)
}

// instants checks that fields are instants in UTC with milliseconds, or null (§2).
func (r *run) instants(o object, fields ...string) {
	for _, f := range fields {
		if s, is := o[f].(string); is {
			if at, err := time.Parse("2006-01-02T15:04:05.000Z", s); err != nil ||
				at.Format("2006-01-02T15:04:05.000Z") != s {
				r.t.Errorf("%s is %q, want UTC with milliseconds and Z", f, s)
			}
		}
	}
}

func (r *run) skipWithout(found []object, what string) {
	if len(found) == 0 {
		r.t.Skipf("there are no %s", what)
	}
}

// interviews returns the first hundred interviews.
func (r *run) interviews() []object {
	all := r.read("/interviews?limit=100").list("interviews")
	r.skipWithout(all, "interviews")
	return all
}

// some returns a few interviews from the whole list.
func (r *run) some() (out []object) {
	all := r.interviews()
	for n := 0; n < len(all); n += max(1, len(all)/looked) {
		out = append(out, all[n])
	}
	return out
}

// moved reports whether the interview was changed since it was listed. Others may use the deployment at the same time.
func (r *run) moved(x object) bool {
	return r.read("/interviews/" + text(x, "id")).body["updated_at"] != x["updated_at"]
}

// postings returns a few postings. If the key must not list roles, it takes them from interviews.
func (r *run) postings() (ids []string) {
	a := r.ask(http.MethodGet, "/roles", nil)
	found := a.list("roles")
	if a.status == http.StatusForbidden {
		for _, x := range r.interviews() {
			ids = append(ids, text(x, "posting_id"))
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
	}
	for _, x := range found {
		ids = append(ids, text(x, "id"))
	}
	if len(ids) == 0 {
		r.t.Skipf("there are no postings")
	}
	return ids[:min(looked, len(ids))]
}

// round is a bookable round of a posting.
type round struct{ posting, id string }

func (x round) slots() string { return "/postings/" + x.posting + "/slots?round_id=" + x.id }

// bookable returns bookable rounds, at most one of each posting.
func (r *run) bookable() (out []round) {
	for _, id := range r.postings() {
		for _, track := range list(r.read("/postings/"+id+"/pipeline").body, "tracks") {
			n := slices.IndexFunc(list(track, "steps"), func(s object) bool {
				return s["bookable"] == true && text(s, "delivery_mode") == "sync"
			})
			if n >= 0 {
				out = append(out, round{id, text(list(track, "steps")[n], "round_id")})
				break
			}
		}
	}
	if len(out) == 0 {
		r.t.Skipf("no posting has a round that can be booked")
	}
	return out
}
