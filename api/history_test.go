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
	id := w.Ours.Rows["$interview"]
	a := w.Do("PATCH", "/interviews/"+id, w.Ours.Fill(`{"interviewer_email":"$bram"}`), w.Key).Want(http.StatusOK)
	page, _, err := w.Audit.History(ctx, w.Ours.Organization, models.SubjectInterview, id, nil, 10)
	w.Must(err)
	keys, err := w.Team.Keys(ctx, w.Ours.Organization)
	w.Must(err)
	want := models.Actor{Kind: models.ActorKey, ID: keys[0].ID, Name: "key of a test",
		RequestID: a.Header.Get("X-Request-Id")}
	if len(page) != 2 || page[0].Kind != models.ChangeReassigned || page[0].Actor != want || want.RequestID == "" {
		t.Errorf("the history is %+v, want its newest change by %+v", page, want)
	}
	again := w.Do("PATCH", "/interviews/"+id, w.Ours.Fill(`{"interviewer_email":"$bram"}`), w.Key).Want(http.StatusOK)
	if string(again.Body) != string(a.Body) {
		t.Errorf("the same change again answers\n%s\nand answered\n%s", again.Body, a.Body)
	}
	if page, _, err = w.Audit.History(ctx, w.Ours.Organization, models.SubjectInterview, id, nil, 10); len(page) != 2 {
		t.Errorf("a repeat that changes nothing is noted: %+v, %v", page[0], err)
	}
}
