package team

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// oncePerForm skips a key that its form has made already.
var oncePerForm = clause.OnConflict{
	Columns:     []clause.Column{{Name: "org_id"}, {Name: "form"}},
	TargetWhere: clause.Where{Exprs: []clause.Expression{gorm.Expr("form is not null")}},
	DoNothing:   true,
}

// CreateKeyOnce is [Store.CreateKey] for a form, which makes one key however often it is sent (D21). If it has made one
// already, secret is "" and k is that key. form is the form's id; [models.Invalid] if it cannot be one.
func (s *Store) CreateKeyOnce(ctx context.Context, by act.By, orgID, form, name string,
	scopes []string) (secret string, k access.Key, err error) {
	if err := models.CheckFormID(form); err != nil {
		return "", k, err
	}
	if secret, k, err = s.newKey(orgID, name, scopes); err != nil {
		return "", k, err
	}
	k.Form = form
	var before *db.KeyRecord
	err = s.db.Tx(ctx, func(tx *gorm.DB) (err error) {
		before = nil
		added, err := db.Create(tx, []db.KeyRecord{db.KeyRecord(k)}, oncePerForm)
		if err != nil {
			return err
		}
		if added == 0 {
			before, err = db.Take[db.KeyRecord](db.Of(tx, orgID).Where("form = ?", form))
			return err
		}
		return s.db.Note(by, tx, orgID, keyCreated(k))
	})
	switch {
	case err != nil:
		return "", k, db.Wrap("insert key", err)
	case before != nil:
		return "", access.Key(*before), nil
	}
	return secret, k, nil
}

// EditScopes replaces the scopes of a key from the next request on (§5 rule 4), as [access.DecideScopes] decides. shown
// are the scopes that the form showed, nil for a legacy key. It returns the key as it is then; [models.NotFound] if the
// organization has no such key.
func (s *Store) EditScopes(ctx context.Context, by act.By, orgID, id string,
	shown, wanted []string) (edited access.Key, err error) {
	err = s.editKey(ctx, by, orgID, id, func(k *access.Key) (models.Change, error) {
		scopes, err := access.DecideScopes(*k, shown, wanted)
		if err != nil {
			return models.Change{}, err
		}
		details := models.Changed(models.FieldScopes, scopesText(k.Scopes), scopesText(scopes))
		k.Scopes = scopes
		edited = *k
		if len(details) == 0 {
			return models.Change{}, nil
		}
		return keyChange(id, models.ChangeScopesSet, details), nil
	})
	return edited, err
}

// KeyOf reads a key of an organization, revoked or not; [models.NotFound] if it has none with that id (D3).
func (s *Store) KeyOf(ctx context.Context, orgID, id string) (access.Key, error) {
	row, err := db.Must[db.KeyRecord](db.Of(s.db.Read.WithContext(ctx), orgID).Where("id = ?", id), keyNotFound(id))
	return access.Key(row), db.Wrap("read key", err)
}
