package api

import (
	"encoding/json"
	"slices"
	"strconv"

	"litmus/models"
)

// What the tools share that list records or read arguments which REST does not have.

// listPage reads limit and cursor of a tool's list, which is named with its filters (see [models.Secret.SignPlace]).
// place is "" on the first page.
func (a *API) listPage(c *call, list ...string) (limit int, place string, err error) {
	text, err := c.param("limit")
	if err != nil {
		return 0, "", err
	}
	if limit, err = c.pageLimit(text); err != nil {
		return 0, "", err
	}
	cursor, err := c.param("cursor")
	if err != nil || cursor == "" {
		return limit, "", err
	}
	place, err = a.Store.Secret().ReadCursor(models.NamedList(c.orgID(), list...), cursor)
	return limit, place, err
}

// pageOf cuts a page out of a list that was read whole: what follows the place, at most limit, and the place of the
// page after it, "" for none. key is the place of a record, and follows says whether one key comes after another.
func pageOf[T any](all []T, place string, limit int, key func(T) string, follows func(key, place string) bool) (
	some []T, next string) {
	if place != "" {
		n := slices.IndexFunc(all, func(one T) bool { return follows(key(one), place) })
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

// placeCursor is the cursor of the page after the place, null for "".
func (a *API) placeCursor(c *call, place string, list ...string) *string {
	if place == "" {
		return nil
	}
	s := a.Store.Secret().SignCursor(models.NamedList(c.orgID(), list...), place)
	return &s
}

// idParam reads an argument that names a record, "" if it is absent.
func (c *call) idParam(name string) (string, error) {
	s, err := c.param(name)
	return cleanID(s), err
}

// number reads an optional number, nil when absent.
func (f fields) number(name string) (*float64, error) {
	if f.absent(name) {
		return nil, nil
	}
	var n float64
	if err := json.Unmarshal(f[name], &n); err != nil {
		return nil, models.Invalidf("%s must be a number", name)
	}
	return &n, nil
}

// whole reads an optional whole number, nil when absent.
func (f fields) whole(name string) (*int64, error) {
	if f.absent(name) {
		return nil, nil
	}
	n, err := strconv.ParseInt(string(f[name]), 10, 64)
	if err != nil {
		return nil, models.Invalidf("%s must be a whole number", name)
	}
	return &n, nil
}

// expected reads the version of a record that a change is based on.
func (f fields) expected(tool string) (int64, error) {
	n, err := f.whole("expected")
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
	if c.caller.Key.Allows(scope) {
		return nil
	}
	return models.Forbiddenf("nothing was changed: it is so already; to read it, this key is missing the scope %s", scope)
}
