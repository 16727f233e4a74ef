package tools_test

import (
	"strings"
	"testing"

	"litmus/models"
	"litmus/testdb"
	"litmus/testdb/worlds"
)

// The test clock as a tool, which only keys that may move it see, where there is one (T1).
func TestClockTool(t *testing.T) {
	t.Parallel()
	const name = "advance_clock"
	w := open(t, testdb.SQLite(t), worlds.WithClock)
	l, ok := w.listed(w.Key)[name]
	if !ok {
		t.Fatal("the tool is not listed")
	}
	if h := l.Annotations; h.ReadOnlyHint || h.IdempotentHint || !*h.DestructiveHint || !*h.OpenWorldHint {
		t.Errorf("its hints are %+v", h)
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
	why := w.call(name, `{"to":"2031-03-29T00:00:00Z"}`, w.Key).refused()
	if !strings.Contains(why, "only goes forward") {
		t.Errorf("back: %q", why)
	}
	reader := w.NewKey(w.Ours.Organization, []string{models.InterviewsRead})
	if _, ok := w.listed(reader)[name]; ok {
		t.Error("a key that may not move the clock sees the tool")
	}
	without := open(t, testdb.SQLite(t))
	if _, ok := without.listed(without.Key)[name]; ok {
		t.Error("it is listed without a test clock")
	}
}
