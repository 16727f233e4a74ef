package api_test

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/orgfile"
	"litmus/store"
	"litmus/testdb"
)

// TestCursorsTampered proves that a cursor works for the list it came from and for no other, and that a wrong one is
// refused before anything is read (§4 List).
func TestCursorsTampered(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, address string) {
		w := open(t, address)
		all := w.ids("/interviews?limit=100", w.key)
		cursor := w.do("GET", "/interviews?limit=2", "", w.key).want(http.StatusOK).text("next_cursor")
		refused := func(what, query, key string) {
			t.Helper()
			var a *answer
			n := w.statements(func() { a = w.do("GET", "/interviews?"+query, "", key) })
			if a.status != http.StatusBadRequest || !strings.Contains(a.error(), "cursor") ||
				!strings.Contains(a.error(), "start again without cursor") {
				t.Errorf("%s: %d %s, want 400 that names cursor and says what to do", what, a.status, a.body)
			}
			if n != 1 {
				t.Errorf("%s: %d queries, want the key's alone", what, n)
			}
			for _, id := range all {
				if strings.Contains(string(a.body), id) {
					t.Errorf("%s: the refusal shows interview %s", what, id)
				}
			}
		}

		t.Run("every byte counts", func(t *testing.T) {
			each := 1
			if testing.Short() {
				each = 5
				t.Logf("-short puts one of %d others in the place of each byte, in turn", each)
			}
			for i := range cursor {
				for n, c := range []string{"A", "z", "-", "_", "0", "%2B", "/", "=", "%00", "%0A", "%20", "%FF", ""} {
					if c != cursor[i:i+1] && (i+n)%each == 0 {
						refused("byte "+cursor[i:i+1]+" made "+c, "cursor="+cursor[:i]+c+cursor[i+1:], w.key)
					}
				}
			}
		})
		t.Run("so does its length and its spelling", func(t *testing.T) {
			raw, err := base64.RawURLEncoding.DecodeString(cursor)
			w.must(err)
			longer := append(raw[:8:8], append([]byte("x"), raw[8:]...)...)
			for what, c := range map[string]string{
				"doubled":            cursor + cursor,
				"twice with a comma": cursor + "," + cursor,
				"with padding":       cursor + "==",
				"in capitals":        strings.ToUpper(cursor),
				"reversed":           reversed(cursor),
				"in hex":             hex.EncodeToString(raw),
				"a space before":     " " + cursor,
				"a line break in it": cursor[:8] + "\n" + cursor[8:],
				"a byte more inside": base64.RawURLEncoding.EncodeToString(longer),
				"without its end":    cursor[:len(cursor)-22],
				"its end alone":      cursor[len(cursor)-22:],
				"an id":              all[0],
				"a time":             "2032-03-01T15:00:00Z",
				"JSON":               `{"id":"` + neverWas(all[0]) + `"}`,
			} {
				if c != all[0] {
					refused(what, "cursor="+url.QueryEscape(c), w.key)
				}
			}
		})
		t.Run("it is another organization's", func(t *testing.T) {
			refused("theirs", "cursor="+w.theirs.rows["$cursor"], w.key)
			refused("ours, with their key", "cursor="+cursor, w.newKey(w.theirs.Organization, nil))
		})
		t.Run("it was made with other filters", func(t *testing.T) {
			for _, filter := range []string{"posting_id=$posting", "round_id=$round", "candidate_email=$cleo",
				"from=2020-01-01", "to=2040-01-01", "updated_since=2020-01-01", "include_canceled=false"} {
				filter = w.ours.fill(filter)
				refused("added "+filter, filter+"&cursor="+cursor, w.key)
				made := secret.InterviewsCursor(w.ours.Organization,
					models.InterviewFilter{PostingID: "post_x"}, models.Position{At: noon, ID: "int_x"})
				refused("of another filter, with "+filter, filter+"&cursor="+made, w.key)
			}
		})
		t.Run("it was made under another secret", func(t *testing.T) {
			refused("another secret", "cursor="+
				models.Secret("another secret of 32 bytes, or so").InterviewsCursor(w.ours.Organization,
					models.InterviewFilter{}, models.Position{At: noon, ID: all[1]}), w.key)
		})
		t.Run("another key of the organization goes on with it", func(t *testing.T) {
			narrow := w.newKey(w.ours.Organization, []string{"interviews:read"})
			if got := w.ids("/interviews?limit=100&cursor="+cursor, narrow); !slices.Equal(got, all[2:]) {
				t.Errorf("the rest is %v, want %v", got, all[2:])
			}
			w.do("GET", "/interviews?cursor="+cursor, "", w.newKey(w.ours.Organization,
				[]string{"interviews:write"})).want(http.StatusForbidden)
		})
		t.Run("with any limit, and as often as one likes", func(t *testing.T) {
			for _, limit := range []string{"1", "2", "100", ""} {
				got := w.ids("/interviews?limit="+limit+"&cursor="+cursor, w.key)
				if len(got) == 0 || !slices.Equal(got, all[2:2+len(got)]) {
					t.Errorf("limit %s: %v, want what follows in %v", limit, got, all)
				}
			}
		})
		t.Run("its position stays when the interview there is gone", func(t *testing.T) {
			if all[0] != w.ours.rows["$import"] {
				t.Fatalf("the first interview is %s, want the import", all[0])
			}
			first := w.do("GET", "/interviews?limit=1", "", w.key).want(http.StatusOK).text("next_cursor")
			file, err := os.ReadFile("../e2e/testdata/northwind.yaml")
			w.must(err)
			setup, err := orgfile.Parse("northwind.yaml",
				[]byte(strings.ReplaceAll(string(file), "northwind", w.ours.slug)))
			w.must(err)
			setup.Imports = nil
			_, err = w.Apply(ctx, setup, store.ApplyOptions{Prune: true})
			w.must(err)
			w.do("GET", "/interviews/"+all[0], "", w.key).want(http.StatusNotFound)
			left := w.ids("/interviews?limit=100", w.key)
			if got := w.ids("/interviews?limit=100&cursor="+first, w.key); !slices.Equal(got, left) || len(got) == 0 {
				t.Errorf("behind the interview that is gone: %v, want %v", got, left)
			}
		})
	})
}

// ids returns the ids on a page of interviews.
func (w *world) ids(path, key string) (ids []string) {
	w.t.Helper()
	for piece := range strings.SplitSeq(string(w.do("GET", path, "", key).want(http.StatusOK).body), `{"id":"int_`) {
		if id, _, ok := strings.Cut(piece, `","posting_id"`); ok {
			ids = append(ids, "int_"+id)
		}
	}
	return ids
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}
