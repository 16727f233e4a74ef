package api_test

import (
	"net/http"
	"testing"

	"litmus/models"
	"litmus/testdb"
)

// TestHistoryOfKeys proves that what a request changes names its key and the request, and that answers are as they were
// (D4).
func TestHistoryOfKeys(t *testing.T) {
	t.Parallel()
	w := open(t, testdb.SQLite(t))
	id := w.ours.rows["$interview"]
	a := w.do("PATCH", "/interviews/"+id, w.ours.fill(`{"interviewer_email":"$bram"}`), w.key).want(http.StatusOK)
	page, _, err := w.History(ctx, w.ours.Organization, models.SubjectInterview, id, nil, 10)
	w.must(err)
	keys, err := w.Keys(ctx, w.ours.Organization)
	w.must(err)
	want := models.Actor{Kind: models.ActorKey, ID: keys[0].ID, Name: "key of a test",
		RequestID: a.header.Get("X-Request-Id")}
	if len(page) != 2 || page[0].Kind != models.ChangeReassigned || page[0].Actor != want || want.RequestID == "" {
		t.Errorf("the history is %+v, want its newest change by %+v", page, want)
	}
	again := w.do("PATCH", "/interviews/"+id, w.ours.fill(`{"interviewer_email":"$bram"}`), w.key).want(http.StatusOK)
	if string(again.body) != string(a.body) {
		t.Errorf("the same change again answers\n%s\nand answered\n%s", again.body, a.body)
	}
	if page, _, err = w.History(ctx, w.ours.Organization, models.SubjectInterview, id, nil, 10); len(page) != 2 {
		t.Errorf("a repeat that changes nothing is noted: %+v, %v", page[0], err)
	}
}
