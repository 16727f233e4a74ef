package cli

import (
	"testing"
	"time"

	"litmus/models"
)

// TestHistoryOfCommands proves that what a command changes names an operator (D4).
func TestHistoryOfCommands(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	_, id := x.createKey("--name", "Scheduler", "--full-access")
	x.clock.Set(noon.Add(time.Hour))
	x.must("keys", "scopes", id, "--scope", "roles:read")
	x.clock.Set(noon.Add(2 * time.Hour))
	x.must("keys", "revoke", id)
	s, org := x.open()
	page, _, err := s.Audit.History(t.Context(), org.ID, models.SubjectKey, id, nil, 10)
	must(t, err)
	var kinds []models.ChangeKind
	for _, change := range page {
		kinds = append(kinds, change.Kind)
		if change.Actor != (models.Actor{Kind: models.ActorOperator}) {
			t.Errorf("%s is noted as made by %+v, want an operator", change.Kind, change.Actor)
		}
	}
	same(t, "the history of the key", kinds,
		[]models.ChangeKind{models.ChangeRevoked, models.ChangeScopesSet, models.ChangeCreated})
}
