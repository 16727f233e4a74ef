package api_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/orgfile"
	"litmus/store/setups"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// TestCursorsTampered proves that a cursor works for the list it came from and for no other, and that a wrong one is
// refused before anything is read (§4 List).
func TestCursorsTampered(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, address string) {
		w := open(t, address)
		all := w.ids("/interviews?limit=100", w.Key)
		cursor := w.Do("GET", "/interviews?limit=2", "", w.Key).Want(http.StatusOK).Text("next_cursor")
		refused := func(what, query, key string) {
			t.Helper()
			var a *worlds.Answer
			n := w.Statements(func() { a = w.Do("GET", "/interviews?"+query, "", key) })
			if a.Status != http.StatusBadRequest || !strings.Contains(a.Refusal(), "cursor") ||
				!strings.Contains(a.Refusal(), "start again without cursor") {
				t.Errorf("%s: %d %s, want 400 that names cursor and says what to do", what, a.Status, a.Body)
			}
			if n != 1 {
				t.Errorf("%s: %d queries, want the key's alone", what, n)
			}
			for _, id := range all {
				if strings.Contains(string(a.Body), id) {
					t.Errorf("%s: the refusal shows interview %s", what, id)
				}
			}
		}

		t.Run("it is another organization's", func(t *testing.T) {
			refused("theirs", "cursor="+w.Theirs.Rows["$cursor"], w.Key)
			refused("ours, with their key", "cursor="+cursor, w.NewKey(w.Theirs.Organization, nil))
		})
		t.Run("it was made with other filters", func(t *testing.T) {
			for _, filter := range []string{"posting_id=$posting", "round_id=$round", "candidate_email=$cleo",
				"interviewer_email=$bram",
				"from=2020-01-01", "to=2040-01-01", "updated_since=2020-01-01", "include_canceled=false"} {
				filter = w.Ours.Fill(filter)
				refused("added "+filter, filter+"&cursor="+cursor, w.Key)
				made := worlds.Secret.InterviewsCursor(w.Ours.Organization,
					models.InterviewFilter{PostingID: "post_x"}, models.Position{At: worlds.Noon, ID: "int_x"})
				refused("of another filter, with "+filter, filter+"&cursor="+made, w.Key)
			}
		})
		t.Run("another key of the organization goes on with it", func(t *testing.T) {
			narrow := w.NewKey(w.Ours.Organization, []string{"interviews:read"})
			if got := w.ids("/interviews?limit=100&cursor="+cursor, narrow); !slices.Equal(got, all[2:]) {
				t.Errorf("the rest is %v, want %v", got, all[2:])
			}
			w.Do("GET", "/interviews?cursor="+cursor, "", w.NewKey(w.Ours.Organization,
				[]string{"interviews:write"})).Want(http.StatusForbidden)
		})
		t.Run("its position stays when the interview there is gone", func(t *testing.T) {
			if all[0] != w.Ours.Rows["$import"] {
				t.Fatalf("the first interview is %s, want the import", all[0])
			}
			first := w.Do("GET", "/interviews?limit=1", "", w.Key).Want(http.StatusOK).Text("next_cursor")
			file, err := os.ReadFile("../e2e/testdata/northwind.yaml")
			w.Must(err)
			setup, err := orgfile.Parse("northwind.yaml",
				[]byte(strings.ReplaceAll(string(file), "northwind", w.Ours.Slug)))
			w.Must(err)
			setup.Imports = nil
			_, err = w.Setups.Apply(ctx, setup, setups.Options{Prune: true})
			w.Must(err)
			w.Do("GET", "/interviews/"+all[0], "", w.Key).Want(http.StatusNotFound)
			left := w.ids("/interviews?limit=100", w.Key)
			if got := w.ids("/interviews?limit=100&cursor="+first, w.Key); !slices.Equal(got, left) || len(got) == 0 {
				t.Errorf("behind the interview that is gone: %v, want %v", got, left)
			}
		})
	})
}

// ids returns the ids on a page of interviews.
func (w *world) ids(path, key string) (ids []string) {
	w.T.Helper()
	for piece := range strings.SplitSeq(string(w.Do("GET", path, "", key).Want(http.StatusOK).Body), `{"id":"int_`) {
		if id, _, ok := strings.Cut(piece, `","posting_id"`); ok {
			ids = append(ids, "int_"+id)
		}
	}
	return ids
}
