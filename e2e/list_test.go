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
	EachOrg(t, func(t *testing.T, o *Org) {
		all, _ := o.pages(t, "", 100)
		if len(all) != 122 {
			t.Fatalf("%d interviews, want 122", len(all))
		}

		t.Run("the default page has 50 and the largest 100", func(t *testing.T) {
			for query, want := range map[string]int{"": 50, "?limit=": 50, "?limit=1": 1, "?limit=100": 100,
				"?cursor=": 50} {
				r := o.Do(t, "GET", "/interviews"+query, nil).Want(200)
				if got := len(r.List("interviews")); got != want {
					t.Errorf("%q: %d interviews, want %d", query, got, want)
				}
				if r.At("next_cursor") == nil {
					t.Errorf("%q: next_cursor null on a page that is not the last", query)
				}
			}
		})
		t.Run("ordered by stored start, then id, bytewise", func(t *testing.T) {
			first := o.Do(t, "GET", "/interviews?limit=100", nil).Want(200)
			var keys []string
			for i, id := range first.Texts("interviews", "id") {
				keys = append(keys, first.Text(fmt.Sprintf("interviews.%d.scheduled_start_at", i))+" "+id)
			}
			if !slices.IsSorted(keys) {
				t.Errorf("not in order:\n%s", strings.Join(keys, "\n"))
			}
		})
		t.Run("pages of any size, and of changing size, give each interview once", func(t *testing.T) {
			for _, limits := range [][]int{{61}, {50}, {99}, {7, 100, 1}} {
				got, sizes := o.pages(t, "", limits...)
				if !slices.Equal(got, all) {
					t.Errorf("limits %v: pages of %v give %d interviews, want the same 122 in the same order",
						limits, sizes, len(got))
				}
			}
		})
		t.Run("a full last page has no next", func(t *testing.T) {
			if _, sizes := o.pages(t, "", 61); !slices.Equal(sizes, []int{61, 61}) {
				t.Errorf("pages of %v, want 61 and 61", sizes)
			}
		})
		t.Run("every page keeps the filter", func(t *testing.T) {
			got, _ := o.pages(t, "from=2034-01-01&to=2034-01-01T04:00:00Z", 6)
			if want := all[2 : 2+20]; !slices.Equal(got, want) {
				t.Errorf("%d interviews, want the 20 of the first five hours", len(got))
			}
		})
		t.Run("a page that was read does not come again when interviews are made meanwhile", func(t *testing.T) {
			first := o.Do(t, "GET", "/interviews?limit=61", nil).Want(200)
			before := o.Book(t, "before", "scheduled_start_at", "2032-01-01T10:00:00Z").Text("interview.id")
			after := o.Book(t, "after", "scheduled_start_at", "2035-01-01T10:00:00Z").Text("interview.id")
			rest, _ := o.pages(t, "", 100)
			if !slices.Contains(rest, before) || !slices.Contains(rest, after) {
				t.Errorf("a fresh list lacks what was booked")
			}
			r := o.Do(t, "GET", "/interviews?limit=100&cursor="+first.Text("next_cursor"), nil).Want(200)
			if got, want := r.Texts("interviews", "id"),
				append(slices.Clone(all[61:]), after); !slices.Equal(got, want) {
				t.Errorf("the second page has %d interviews, want the other 61 and the one that was booked behind them",
					len(got))
			}
			// What the cursor points at may be canceled; the place stays.
			o.Do(t, "DELETE", "/interviews/"+all[60], nil).Want(200)
			if again := o.Do(t, "GET", "/interviews?limit=100&cursor="+
				first.Text("next_cursor"), nil).Want(200); again.JSON("interviews") != r.JSON("interviews") {
				t.Errorf("the second page changed when the last of the first was canceled")
			}
		})
		t.Run("a cursor fits the list it came from only", func(t *testing.T) {
			filter := "posting_id=" + o.Posting("engineer") + "&candidate_email=&from=2026-01-01"
			cursor := o.Do(t, "GET", "/interviews?limit=2&"+filter, nil).Want(200).Text("next_cursor")
			for _, other := range []string{"", "posting_id=" + o.Posting("analyst") + "&from=2026-01-01",
				filter + "&include_canceled=false"} { // more in package api
				o.Do(t, "GET", "/interviews?"+other+"&cursor="+cursor, nil).WantError(400, "cursor")
			}
			for _, same := range []string{ // normalized filters are the same
				filter, filter + "&include_canceled=true", filter + "&include_canceled=1", filter + "&unknown=1",
				"posting_id=" + o.Posting("engineer") + "&from=2026-01-01T01:00:00%2B01:00",
			} {
				o.Do(t, "GET", "/interviews?limit=3&"+same+"&cursor="+cursor, nil).Want(200)
			}
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
	EachOrg(t, func(t *testing.T, o *Org) {
		book := func(name, start string, changes ...any) string {
			return o.Book(t, name, append([]any{"scheduled_start_at", start}, changes...)...).Text("interview.id")
		}
		past, ahead := o.IDs.Imports["gh"], o.IDs.Imports["ashby"] // 2026-03-02T15:00Z, 2033-05-02T15:00Z
		a := book("anna", "2032-06-01T10:00:00Z")
		b := book("bela", "2032-06-02T10:00:00Z", "round_id", o.Round("engineer", "main", "pairing"))
		c := book("cosi", "2032-06-03T10:00:00Z", "posting_id", o.Posting("graduates"),
			"round_id", o.Round("graduates", "main", "portfolio"))
		d := book("dodo", "2032-06-04T00:00:00Z")
		canceled := o.Do(t, "DELETE", "/interviews/"+d, nil).Want(200)
		anna := url.QueryEscape(o.Email("anna"))

		for query, want := range map[string][]string{
			"":                                     {past, a, b, c, d, ahead},
			"posting_id=" + o.Posting("graduates"): {c},
			"posting_id=" + o.Posting("analyst"):   {},
			"round_id=" + o.Round("engineer", "main", "pairing"):                                           {b},
			"posting_id=" + o.Posting("graduates") + "&round_id=" + o.Round("engineer", "main", "pairing"): {},
			"candidate_email=" + anna:                                                  {a},
			"candidate_email=" + strings.ToUpper(o.Email("anna")):                      {a},
			"candidate_email=%20" + anna + "%20":                                       {a},
			"candidate_email=" + o.Email("ann"):                                        {},
			"candidate_email=anna":                                                     {},
			"candidate_email=%25":                                                      {}, // exact, no pattern
			"candidate_email=" + o.Email("imported"):                                   {past},
			"from=2032-06-02T10:00:00Z":                                                {b, c, d, ahead}, // inclusive
			"to=2032-06-02T10:00:00Z":                                                  {past, a, b},
			"from=2032-06-02T10:00:00.001Z&to=2032-06-03T10:00:00Z":                    {c},
			"from=2032-06-02T10:00:00Z&to=2032-06-02T10:00:00Z":                        {b},
			"include_canceled=true":                                                    {past, a, b, c, d, ahead},
			"include_canceled=1":                                                       {past, a, b, c, d, ahead},
			"include_canceled=false":                                                   {past, a, b, c, ahead},
			"include_canceled=0":                                                       {past, a, b, c, ahead},
			"updated_since=" + canceled.Text("updated_at"):                             {d}, // inclusive
			"updated_since=" + canceled.Text("updated_at") + "&include_canceled=false": {},
			"updated_since=2100-01-01":                                                 {},
			"posting_id=&round_id=&candidate_email=&from=&to=&updated_since=&include_canceled=&limit=&cursor=": {past,
				a, b, c, d, ahead},
			"unknown=1&unknown=2&status=canceled":             {past, a, b, c, d, ahead},
			"posting_id=post_unknown":                         {},
			"round_id=nonsense":                               {},
			"posting_id=%00":                                  {},
			"round_id=%ff%fe":                                 {},
			"candidate_email=%00":                             {},
			"from=2032-06-03&to=2032-06-01":                   {},
			"from=2032-06-04":                                 {d, ahead}, // midnight UTC
			"to=2032-06-04":                                   {past, a, b, c, d},
			"from=2032-06-02T10:00:00&to=2032-06-02T10:00:00": {b}, // no offset is UTC
			"from=2032-06-02T12:00:00%2B02:00&to=2032-06-02T05:00:00-05:00": {
				b},
			// a + that arrives as a space is repaired
			"from=2032-06-02T12:00:00+02:00&to=2032-06-02T12:00:00+02:00": {b},
			"from=2032-06-02T12:00:00%2002:00&to=2032-06-02T12:00:00.000+02:00": {
				b},
			"from=2032-06-02t10:00:00z&to=2032-06-02T10:00:00.000000Z": {
				b},
			"posting_id=" + o.Posting("engineer") +
				"&from=2032-06-01&to=2032-06-30&include_canceled=false&limit=2": {a, b},
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
	for query, word := range map[string]string{
		"limit=0": "limit", "limit=101": "limit", "limit=abc": "limit", "limit=-1": "limit", "limit=1.5": "limit",
		"limit=1e1": "limit", "limit=%00": "limit",
		"limit=99999999999999999999": "limit", "limit=5%205": "limit",
		"include_canceled=yes": "include_canceled", "include_canceled=TRUE": "include_canceled",
		"include_canceled=2": "include_canceled", "include_canceled=null": "include_canceled",
		"from=soon": "from", "to=2032-13-01": "to", "updated_since=1700000000": "updated_since",
		"from=2032-02-30": "from", "from=2032-06-01T25:00:00Z": "from",
		"to=2032-06-01T10:00:00+99:00": "to", "from=%00": "from", "from=2032-06-01T10:00:00%2B0200": "from",
		"to=2032-06": "to", "from=now": "from",
		"from=2032-06-01T10%3A00%3A00Z%00": "from", "updated_since=%ff": "updated_since",
		"%zz=1": "query", "from=%zz": "query",
	} {
		o.Do(t, "GET", "/interviews?"+query, nil).WantError(400, word)
	}
	for _, name := range []string{"posting_id", "round_id", "candidate_email", "from", "to", "updated_since",
		"include_canceled", "limit", "cursor"} {
		o.Do(t, "GET", "/interviews?"+name+"=1&"+name+"=1", nil).WantError(400, name)
		o.Do(t, "GET", "/interviews?"+name+"=&"+name+"=", nil).WantError(400, name)
	}
}
