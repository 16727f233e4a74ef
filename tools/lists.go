package tools

import (
	"net/http"
	"slices"

	"litmus/models"
	"litmus/models/keyring"
	"litmus/wire"
)

// What the tools share that list records or read arguments which REST does not have.

// listPage reads limit and cursor of a tool's list, which is named with its filters (see [keyring.Secret.SignCursor]).
// after is "" on the first page.
func (sv *Server) listPage(c *call, list ...string) (limit int, after string, err error) {
	q := c.Params("limit", "cursor")
	limit = q.Limit()
	if cursor := q.Text("cursor"); cursor != "" {
		after, err = sv.Store.Secret().ReadCursor(keyring.NamedList(c.OrgID(), list...), cursor)
		q.Fail(err)
	}
	return limit, after, q.Err()
}

// listedAs reads a page of a list, and renders its records. The name of the list has its filters.
func listedAs[R, J any](sv *Server, c *call, list []string, render func(R) J,
	read func(after *models.Position, limit int) ([]R, *models.Position, error)) (out []J, next *string, err error) {
	limit, text, err := sv.listPage(c, list...)
	if err != nil {
		return nil, nil, err
	}
	after, err := models.ParsePosition(text)
	if err != nil {
		return nil, nil, err
	}
	rows, last, err := read(after, limit)
	if err != nil {
		return nil, nil, err
	}
	out = make([]J, len(rows))
	for n, r := range rows {
		out[n] = render(r)
	}
	if last != nil {
		next = sv.cursorAfter(c, last.String(), list...)
	}
	return out, next, nil
}

// answered is what an operation returns that read its answer.
func answered(body any, err error) (int, any, error) {
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, body, nil
}

// pageOf cuts a page out of a list that was read whole: what follows the key after, at most limit, and the key that the
// next page follows, "" for none. key is that of a record, and follows says whether one comes after another.
func pageOf[T any](all []T, after string, limit int, key func(T) string, follows func(key, after string) bool) (
	some []T, next string) {
	if after != "" {
		n := slices.IndexFunc(all, func(one T) bool { return follows(key(one), after) })
		if n < 0 {
			return nil, ""
		}
		all = all[n:]
	}
	if len(all) <= limit {
		return all, ""
	}
	return all[:limit], key(all[limit-1])
}

// cursorAfter is the cursor of the page that follows the key, null for "".
func (sv *Server) cursorAfter(c *call, key string, list ...string) *string {
	if key == "" {
		return nil
	}
	s := sv.Store.Secret().SignCursor(keyring.NamedList(c.OrgID(), list...), key)
	return &s
}

// expectedIn reads the version of a record that a change is based on.
func expectedIn(f wire.Fields, tool string) int64 {
	n := f.Integer("expected")
	if n == nil {
		f.Fail(models.Invalidf("expected is required: the version that %s answered", tool))
		return 0
	}
	return *n
}

// saying makes the short text for people of a tool whose operation answers with a T.
func saying[T any](words func(T) string) func(body any) string {
	return func(body any) string { return words(body.(T)) }
}

// listed says how many records a page has, and whether more follow.
func listed(n int, noun string, next *string) string {
	words := models.Count(n, noun)
	if next != nil {
		return words + "; more follow at next_cursor."
	}
	return words + "."
}

// mayRead refuses the answer of a call that changed nothing to a key without the scope that reads it: a key that may
// only write would otherwise read whatever it asks for as it is (§5 rule 5). What was changed is answered, since the
// caller has just written it.
func (c *call) mayRead(scope string) error {
	if c.Caller.Key.Allows(scope) {
		return nil
	}
	return models.Forbiddenf("nothing was changed: it is so already; to read it, this key is missing the scope %s", scope)
}
