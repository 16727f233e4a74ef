package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// pages follows next_cursor to the end and returns every interview's id, in order. limits are used in turn.
func (o *Org) pages(t testing.TB, query string, limits ...int) (ids []string, sizes []int) {
	t.Helper()
	cursor := ""
	for n := 0; ; n++ {
		r := o.Do(t, "GET", fmt.Sprintf("/interviews?limit=%d&%s&cursor=%s",
			limits[n%len(limits)], query, url.QueryEscape(cursor)), nil).Want(200)
		page := r.Texts("interviews", "id")
		ids, sizes = append(ids, page...), append(sizes, len(page))
		if r.At("next_cursor") == nil {
			return ids, sizes
		}
		if cursor = r.Text("next_cursor"); n > 1000 || len(page) == 0 {
			t.Fatalf("page %d of %q has %d interviews and goes on", n, query, len(page))
		}
	}
}

// manyImports is an edit that gives the organization n more interviews, four at a time at the same start.
func manyImports(n int) []string {
	var b strings.Builder
	b.WriteString("imports:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {key: many-%03d, posting: engineer, step: main/systems, candidate: {email: "+
			"many-%03d@northwind.example}, source: lever, "+
			"scheduled_start_at: 2034-01-%02dT%02d:00:00Z, interviewer_email: dora@northwind.example}\n", i, i,
			1+i/4/20, i/4%20)
	}
	return []string{"imports:\n", b.String()}
}

// §4 List, §8 list page size.
func TestListPages(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		all, sizes := o.pages(t, "", 61)
		if !slices.Equal(sizes, []int{61, 61}) {
			t.Fatalf("pages of %v, want 61 and 61: a full last page has no next", sizes)
		}
		for query, want := range map[string]int{"": 50, "?limit=1": 1, "?limit=100": 100} {
			if got := len(o.Do(t, "GET", "/interviews"+query, nil).Want(200).List("interviews")); got != want {
				t.Errorf("%q: %d interviews, want %d", query, got, want)
			}
		}
		if got, _ := o.pages(t, "", 7, 100, 1); !slices.Equal(got, all) {
			t.Errorf("pages of changing size give %d interviews, want the same 122 in the same order", len(got))
		}
		filtered, _ := o.pages(t, "from=2034-01-01&to=2034-01-01T04:00:00Z", 6)
		if !slices.Equal(filtered, all[2:2+20]) {
			t.Errorf("%d interviews, want the 20 of the first five hours on pages that keep the filter", len(filtered))
		}
		t.Run("a page that was read does not come again when interviews are made meanwhile", func(t *testing.T) {
			first := o.Do(t, "GET", "/interviews?limit=61", nil).Want(200)
			o.Book(t, "before", "scheduled_start_at", "2032-01-01T10:00:00Z")
			after := o.Book(t, "after", "scheduled_start_at", "2035-01-01T10:00:00Z").Text("interview.id")
			// What the cursor points at may be canceled; the place stays.
			o.Do(t, "DELETE", "/interviews/"+all[60], nil).Want(200)
			r := o.Do(t, "GET", "/interviews?limit=100&cursor="+first.Text("next_cursor"), nil).Want(200)
			if got := r.Texts("interviews", "id"); !slices.Equal(got, append(slices.Clone(all[61:]), after)) {
				t.Errorf("the second page has %d interviews, want the other 61 and the one that was booked behind them",
					len(got))
			}
		})
		t.Run("a cursor fits the list it came from only", func(t *testing.T) { // more in package api
			filter := "posting_id=" + o.Posting("engineer") + "&from=2026-01-01"
			cursor := o.Do(t, "GET", "/interviews?limit=2&"+filter, nil).Want(200).Text("next_cursor")
			o.Do(t, "GET", "/interviews?cursor="+cursor, nil).WantError(400, "cursor")
			o.Do(t, "GET", "/interviews?limit=3&include_canceled=1&"+filter+"&cursor="+cursor, nil).Want(200)
		})
	}, manyImports(120)...)
}

// flipped is s with another character at i.
func flipped(s string, i int) string {
	c := byte('A')
	if s[i] == c {
		c = 'B'
	}
	return s[:i] + string(c) + s[i+1:]
}

// §4 List, its query parameters.
func TestListFilters(t *testing.T) {
	t.Parallel()
	EachOrgPaired(t, func(t *testing.T, o *Org) {
		book := func(name, start string, changes ...any) string {
			return o.Book(t, name, append([]any{"scheduled_start_at", start}, changes...)...).Text("interview.id")
		}
		past, ahead := o.IDs.Imports["gh"], o.IDs.Imports["ashby"] // 2026-03-02T15:00Z, 2033-05-02T15:00Z
		a := book("anna", "2032-06-01T10:00:00Z")
		b := book("bela", "2032-06-02T10:00:00Z", "round_id", o.Round("engineer", "main", "pairing"))
		c := book("cosi", "2032-06-03T10:00:00Z", "posting_id", o.Posting("graduates"),
			"round_id", o.Round("graduates", "main", "portfolio"))
		d := book("dodo", "2032-06-04T00:00:00Z")
		updated := o.Do(t, "DELETE", "/interviews/"+d, nil).Want(200).Text("updated_at")

		for query, want := range map[string][]string{
			"": {past, a, b, c, d, ahead}, // by start, then id
			"posting_id=&candidate_email=&from=&include_canceled=&limit=&cursor=&unknown=1": {past, a, b, c, d, ahead},
			"posting_id=" + o.Posting("graduates"):                                          {c},
			"round_id=" + o.Round("engineer", "main", "pairing"):                            {b},
			"candidate_email=%20" + strings.ToUpper(o.Email("anna")):                        {a},
			"candidate_email=%25":                          {},               // exact, no pattern
			"from=2032-06-02T10:00:00Z":                    {b, c, d, ahead}, // inclusive
			"to=2032-06-02T10:00:00Z":                      {past, a, b},
			"include_canceled=false":                       {past, a, b, c, ahead},
			"include_canceled=1":                           {past, a, b, c, d, ahead},
			"updated_since=" + updated:                     {d}, // inclusive
			"posting_id=post_unknown":                      {},
			"round_id=%ff%fe":                              {},
			"from=2032-06-02T12:00:00+02:00&to=2032-06-03": {b}, // a + that arrives as a space is repaired
		} {
			r := o.Do(t, "GET", "/interviews?"+query, nil).Want(200)
			if got := r.Texts("interviews", "id"); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
			if got := r.Keys(""); !slices.Equal(got, []string{"interviews", "next_cursor"}) {
				t.Errorf("%s: the answer has %v, want interviews and next_cursor", query, got)
			}
		}
	})
}

// A query that cannot be right is 400 and names its parameter.
func TestListRefusesQueries(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	for query, word := range map[string]string{"limit=0": "limit", "limit=101": "limit", "limit=1.5": "limit",
		"include_canceled=yes": "include_canceled", "from=soon": "from", "to=2032-13-01": "to",
		"updated_since=%ff": "updated_since", "from=%zz": "query"} {
		o.Do(t, "GET", "/interviews?"+query, nil).WantError(400, word)
	}
	for _, name := range []string{"posting_id", "round_id", "candidate_email", "from", "to", "updated_since",
		"include_canceled", "limit", "cursor"} {
		o.Do(t, "GET", "/interviews?"+name+"=&"+name+"=", nil).WantError(400, name)
	}
}
