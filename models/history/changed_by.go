package history

import "litmus/models"

// ChangedBy returns who made the latest change of a kind, by a record's changes with the latest first; the zero actor
// if there is none. It is the zero actor too if a change was taken back since: of that one nobody was told, and it may
// have been of the same kind.
func ChangedBy(changes []models.Change, kind models.ChangeKind) models.Actor {
	for _, c := range changes {
		switch c.Kind {
		case kind:
			return c.Actor
		case models.ChangeTakenBack:
			return models.Actor{}
		}
	}
	return models.Actor{}
}
