package upkeep

import (
	"strings"
	"testing"

	"litmus/models"
)

func TestBelongs(t *testing.T) {
	t.Parallel()
	fresh, mine := Identity{ID: "db_new"}, Identity{ID: "db_mine", Namespace: "ns", Place: "here", Claims: 7}
	adopted := mine
	adopted.Adopted = true
	nobodys, another := (*Claim)(nil), &Claim{"db_other", 1}
	ours := func(count int64) *Claim { return &Claim{"db_mine", count} }
	for name, c := range map[string]struct {
		who              Identity
		namespace, place string
		claim            *Claim
		own, want        bool
	}{
		"a new database, and a namespace of nobody":      {fresh, "ns", "", nobodys, false, true},
		"from before identities, with workflows":         {fresh, "ns", "here", nobodys, false, true},
		"its own namespace":                              {mine, "ns", "here", ours(7), false, true},
		"killed before the namespace heard of its start": {mine, "ns", "here", ours(6), false, true},
		"an older Temporal, restored":                    {mine, "ns", "here", nobodys, false, true},
		"a place that cannot be told":                    {mine, "ns", "", ours(7), false, true},
		"adopted, elsewhere":                             {adopted, "ns2", "there", nobodys, false, true},
		"adopted, older":                                 {adopted, "ns", "here", ours(8), false, true},
		"a folder that was moved":                        {mine, "ns2", "", ours(8), true, true},

		"another's namespace":                        {mine, "ns", "here", another, false, false},
		"a new one on another's namespace":           {fresh, "ns", "", another, false, false},
		"a copy on another server":                   {mine, "ns", "there", ours(7), false, false},
		"a copy on another Temporal":                 {mine, "ns2", "here", nobodys, false, false},
		"an older copy":                              {mine, "ns", "here", ours(8), false, false},
		"adopted, on another's":                      {adopted, "ns", "here", another, false, false},
		"a folder whose Temporal belongs to another": {mine, "ns", "", another, true, false},
	} {
		at := Surroundings{Namespace: c.namespace, Name: "default", Place: c.place, Claim: c.claim, Own: c.own}
		if err := c.who.Belongs(at); (err == nil) != c.want || err != nil && models.KindOf(err) != models.Conflict {
			t.Errorf("%s: %v, want it to belong: %t", name, err, c.want)
		} else if c.claim == another && !strings.HasSuffix(err.Error(), "`litmus adopt --moved --as db_other`") {
			t.Errorf("%s: %v does not say how to be that database", name, err)
		}
	}
}
