package tools

import (
	"slices"

	"litmus/models"
	"litmus/wire"
)

// What the tools share that list records or read arguments which REST does not have.

// listPage reads limit and cursor of a tool's list, which is named with its filters (see [models.Secret.SignCursor]).
// after is "" on the first page.
func (sv *Server) listPage(c *call, list ...string) (limit int, after string, err error) {
	text, err := c.Param("limit")
	if err != nil {
		return 0, "", err
	}
	if limit, err = c.PageLimit(text); err != nil {
		return 0, "", err
	}
	cursor, err := c.Param("cursor")
	if err != nil || cursor == "" {
		return limit, "", err
	}
	after, err = sv.Store.Secret().ReadCursor(models.NamedList(c.OrgID(), list...), cursor)
	return limit, after, err
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
	s := sv.Store.Secret().SignCursor(models.NamedList(c.OrgID(), list...), key)
	return &s
}

// expected reads the version of a record that a change is based on.
func expectedIn(f wire.Fields, tool string) (int64, error) {
	n, err := f.Whole("expected")
	if err != nil {
		return 0, err
	}
	if n == nil {
		return 0, models.Invalidf("expected is required: the version that %s answered", tool)
	}
	return *n, nil
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

// postingFirst returns the 404 of the posting that the call names if it does not exist, else the error of another
// argument.
func (sv *Server) postingFirst(c *call, bodyErr error) error {
	if err := sv.Store.Pipelines.CheckPosting(c.Context(), c.OrgID(), c.ID); err != nil {
		return err
	}
	return bodyErr
}
