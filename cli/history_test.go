package cli

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/store"
)

// TestHistoryOfCommands proves that what a command changes names an operator, and what a file changes the file (D4).
func TestHistoryOfCommands(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	_, id := x.createKey("--name", "Scheduler", "--full-access")
	x.clock.Set(noon.Add(time.Hour))
	x.must("keys", "scopes", id, "--scope", "roles:read")
	x.clock.Set(noon.Add(2 * time.Hour))
	x.must("keys", "revoke", id)
	x.must("keys", "revoke", id) // again changes nothing

	s, err := store.Open(t.Context(), x.env["LITMUS_DATABASE_URL"], store.Options{Secret: []byte(testSecret)})
	must(t, err)
	defer s.Close()
	for _, c := range []struct {
		subject models.Subject
		id      string
		by      models.ActorKind
		want    []models.ChangeKind
	}{
		{models.SubjectKey, id, models.ActorOperator,
			[]models.ChangeKind{models.ChangeRevoked, models.ChangeScopesSet, models.ChangeCreated}},
		{models.SubjectPosting, x.ids.Postings["engineer"].ID, models.ActorFile, []models.ChangeKind{models.ChangeCreated}},
	} {
		page, _, err := s.Audit.History(t.Context(), x.ids.Organization, c.subject, c.id, nil, 10)
		if err != nil || len(page) != len(c.want) {
			t.Errorf("the history of the %s is %+v, %v; want %v", c.subject, page, err, c.want)
			continue
		}
		for n, change := range page {
			if change.Kind != c.want[n] || change.Actor != (models.Actor{Kind: c.by}) {
				t.Errorf("change %d of the %s is %+v, want %s by %s", n, c.subject, change, c.want[n], c.by)
			}
		}
	}
}
