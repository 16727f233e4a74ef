package tools_test

import (
	"testing"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/access"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// The test clock as a tool, which only keys that may move it see, where there is one (T1).
func TestClockTool(t *testing.T) {
	t.Parallel()
	const name = "advance_clock"
	w := open(t, testdb.SQLite(t), worlds.WithClock)
	l := w.listed(w.Key)[name]
	h := l.Annotations
	if !verify.Each(t, "the tool is listed", verify.Fields{"Name": {l.Name, verify.Some},
		"ReadOnlyHint": {h.ReadOnlyHint, false}, "IdempotentHint": {h.IdempotentHint, false},
		"DestructiveHint": {h.DestructiveHint, true}, "OpenWorldHint": {h.OpenWorldHint, true}}) {
		t.FailNow()
	}
	in, out := jsonSchema(t, name+" arguments", l.InputSchema), jsonSchema(t, name+" answer", l.OutputSchema)
	for _, arguments := range []string{`{"seconds":86400}`, `{"to":"2031-03-30T00:00:00Z"}`} {
		if err := visit(in, []byte(arguments)); err != nil {
			t.Errorf("%s is not of its type: %v", arguments, err)
		}
		if err := visit(out, w.call(name, arguments, w.Key).done().Data); err != nil {
			t.Errorf("the answer to %s is not of its type: %v", arguments, err)
		}
	}
	if now := models.FormatInstant(w.NowOf(w.Ours.Organization)); now != "2031-03-30T00:00:00.000Z" {
		t.Errorf("it is %s", now)
	}
	w.call(name, `{"to":"2031-03-29T00:00:00Z"}`, w.Key).says("only goes forward")
	without := open(t, testdb.SQLite(t))
	for about, listed := range map[string]map[string]listedTool{
		"to a key that may not move the clock": w.listed(w.keyOf(access.InterviewsRead)),
		"without a test clock":                 without.listed(without.Key),
	} {
		if _, ok := listed[name]; ok || len(listed) == 0 {
			t.Errorf("it is listed %s, among %d", about, len(listed))
		}
	}
}
