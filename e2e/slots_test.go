package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// free reads the slots of a round of the posting engineer as "start capacity interviewers", one each.
func (o *Org) free(t testing.TB, round, from, to string) []string {
	t.Helper()
	q := url.Values{"round_id": {round}}
	for name, value := range map[string]string{"from": from, "to": to} {
		if value != "" {
			q.Set(name, value)
		}
	}
	r := o.Do(t, "GET", "/postings/"+o.Posting("engineer")+"/slots?"+q.Encode(), nil).Want(200)
	out := []string{}
	for i, start := range r.Texts("slots", "start_at") {
		var names []string
		for _, e := range r.List(fmt.Sprintf("slots.%d.interviewer_emails", i)) {
			local, _, _ := strings.Cut(e.(string), "@")
			names = append(names, local)
		}
		out = append(out, fmt.Sprintf("%s %d %s",
			start[5:16], r.Int(fmt.Sprintf("slots.%d.capacity", i)), strings.Join(names, ",")))
	}
	return out
}

func slotBody(pairs ...string) Object {
	list := []Object{}
	for i := 0; i+1 < len(pairs); i += 2 {
		list = append(list, Object{"interviewer_email": pairs[i], "start_at": pairs[i+1]})
	}
	return Object{"slots": list}
}
