package history_test

import (
	"testing"

	"litmus/models"
	"litmus/models/history"
)

func TestChangedBy(t *testing.T) {
	t.Parallel()
	by := func(id string, kind models.ChangeKind) models.Change {
		return models.Change{Kind: kind, Actor: models.Actor{Kind: models.ActorMember, ID: id}}
	}
	for name, c := range map[string]struct {
		latestFirst []models.Change
		want        string
	}{
		"nothing": {nil, ""},
		"the latest of the kind": {[]models.Change{by("a", models.ChangeReassigned), by("b", models.ChangeMoved),
			by("c", models.ChangeMoved)}, "b"},
		"nobody where the latest move was taken back": {[]models.Change{by("a", models.ChangeTakenBack),
			by("a", models.ChangeMoved), by("c", models.ChangeMoved)}, ""},
		"who moved it again since": {[]models.Change{by("c", models.ChangeMoved), by("a", models.ChangeTakenBack)}, "c"},
		"another kind":             {[]models.Change{by("a", models.ChangeCanceled)}, ""},
	} {
		if got := history.ChangedBy(c.latestFirst, models.ChangeMoved).ID; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
