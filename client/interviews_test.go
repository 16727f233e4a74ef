package client

import (
	"fmt"
	"slices"
	"testing"
)

// §6: the client follows the pages until next_cursor is null, with the same filters.
func TestInterviews(t *testing.T) {
	t.Parallel()
	page := func(next string, ids ...string) answer {
		is := []Interview{}
		for _, id := range ids {
			is = append(is, Interview{ID: id})
		}
		return says(200, fmt.Sprintf(`{"interviews": %s, "next_cursor": %s}`, toJSON(t, is), next))
	}
	f := Filter{PostingID: "post_1"}
	const first, second, third = "GET /api/v1/interviews?posting_id=post_1",
		"GET /api/v1/interviews?posting_id=post_1&cursor=two", "GET /api/v1/interviews?posting_id=post_1&cursor=three"

	t.Run("go through all pages", func(t *testing.T) {
		t.Parallel()
		s := play(t, page(`"two"`, "int_1", "int_2"), hangsUp, page(`"three"`), page("null", "int_3"))
		var got []string
		for i, err := range s.Interviews(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, i.ID)
		}
		if want := []string{"int_1", "int_2", "int_3"}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		s.want(first, second, second, third)
	})

	t.Run("request no page that is not read", func(t *testing.T) {
		t.Parallel()
		s := play(t, page(`"two"`, "int_1", "int_2"))
		for range s.Interviews(t.Context(), f) {
			break
		}
		s.want(first)
	})

	t.Run("end with an error as the last item", func(t *testing.T) {
		t.Parallel()
		s := play(t, page(`"two"`, "int_1"), refuses(400, "cursor"))
		var ids []string
		var last error
		for i, err := range s.Interviews(t.Context(), f) {
			if last != nil {
				t.Fatal("the iteration continues after an error")
			}
			if last = err; err == nil {
				ids = append(ids, i.ID)
			}
		}
		if KindOf(last) != KindInvalid || len(ids) != 1 {
			t.Errorf("%v, %v; want one interview and the error", ids, last)
		}
	})

	t.Run("do not follow a cursor to the same page", func(t *testing.T) {
		t.Parallel()
		s := play(t, page(`"two"`, "int_1"), page(`"two"`, "int_1"))
		var last error
		for _, last = range s.Interviews(t.Context(), f) {
		}
		if last == nil {
			t.Error("no error for a page that names itself as the next")
		}
	})
}
