package team

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/internal/db"
)

// Caller is the caller of a request: a key that is not revoked, and its organization.
type Caller struct {
	Key          access.Key
	Organization models.Organization
}

// Authenticate finds the caller with a secret, in one query by its hash. The query does not filter by organization,
// because the key determines it. It returns [models.Unauthenticated] if there is no such key, it is revoked, or its
// organization is not approved (§7).
func (s *Store) Authenticate(ctx context.Context, secret string) (Caller, error) {
	if !access.WellFormedKey(secret) {
		return Caller{}, errBadKey
	}
	// SQL by hand, and no record: every request does this.
	var c Caller
	var scopes, limits string
	var revoked, used db.Instant
	o := &c.Organization
	err := s.db.Keys.WithContext(ctx).Raw(`select k.org_id, k.id, coalesce(k.scopes, ''),
			`+s.db.Dialect.Instant("k.revoked_at")+", "+s.db.Dialect.Instant("k.last_used_at")+`,
			k.name, o.id, o.slug, o.name, o.time_zone, o.mail_from, o.approved,
			coalesce(o.limits, '')
		from keys k join organizations o on o.id = k.org_id where k.hash = ?`, access.HashKey(secret)).Row().
		Scan(&c.Key.OrgID, &c.Key.ID, &scopes, &revoked, &used, &c.Key.Name, &o.ID, &o.Slug, &o.Name, &o.TimeZone,
			&o.MailFrom, &o.Approved, &limits)
	c.Key.LastUsedAt = used.OrNil()
	switch {
	case errors.Is(err, sql.ErrNoRows), revoked.OrNil() != nil:
		return Caller{}, errBadKey
	case err != nil:
		return Caller{}, db.Wrap("look up key", err)
	case !o.Approved:
		return Caller{}, models.Unauthenticatedf("the organization of this API key is not approved yet")
	}
	return c, db.Wrap("read scopes and limits", errors.Join(db.UnmarshalText(scopes, &c.Key.Scopes),
		db.UnmarshalText(limits, &o.Limits)))
}

var errBadKey = models.Unauthenticatedf("missing or invalid API key: send Authorization: Bearer litmus_sk_…")

// CreateKey stores a new key for the organization and returns its secret, which is shown only now (§5). Nil scopes make
// an unrestricted legacy key.
func (s *Store) CreateKey(ctx context.Context, by act.By, orgID, name string,
	scopes []string) (secret string, k access.Key, err error) {
	if secret, k, err = s.newKey(orgID, name, scopes); err != nil {
		return "", k, err
	}
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		row := db.KeyRecord(k)
		if err := tx.Create(&row).Error; err != nil {
			return db.Wrap("insert key", err)
		}
		return s.db.Note(by, tx, orgID, keyCreated(k))
	})
	return secret, k, err
}

// newKey makes a key, which is not stored yet.
func (s *Store) newKey(orgID, name string, scopes []string) (secret string, k access.Key, err error) {
	if name, err = models.CleanName("name", name); err != nil {
		return "", k, err
	}
	if name == "" {
		return "", k, models.InField("name", models.Invalidf("a key needs a name"))
	}
	if scopes != nil {
		if scopes, err = access.CheckScopes(scopes); err != nil {
			return "", k, err
		}
	}
	if secret, err = access.NewKeySecret(rand.Reader); err != nil {
		return "", k, db.Wrap("make key", err)
	}
	return secret, access.Key{OrgID: orgID, ID: db.NewID(db.PrefixKey), Name: name, Hash: access.HashKey(secret),
		LastFour: access.LastFour(secret), Scopes: scopes, CreatedAt: s.db.Now()}, nil
}

// keyCreated is the first change of a key.
func keyCreated(k access.Key) models.Change {
	return keyChange(k.ID, models.ChangeCreated, models.Changed(models.FieldScopes, "", scopesText(k.Scopes)))
}

// scopesText is a key's scopes in the history, "unrestricted" for a legacy key.
func scopesText(scopes []string) string {
	if scopes == nil {
		return "unrestricted"
	}
	return strings.Join(scopes, ", ")
}

func keyChange(id string, what models.ChangeKind, details []models.Detail) models.Change {
	return models.Change{Subject: models.SubjectKey, SubjectID: id, Kind: what, Details: details}
}

// Keys lists the keys of an organization, oldest first.
func (s *Store) Keys(ctx context.Context, orgID string) ([]access.Key, error) {
	var rows []db.KeyRecord
	if err := db.Of(s.db.Read.WithContext(ctx), orgID).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("list keys", err)
	}
	keys := make([]access.Key, len(rows))
	for n, r := range rows {
		keys[n] = access.Key(r)
	}
	return keys, nil
}

// Key reads a key, revoked or not, by its id alone, for operators; [models.NotFound] if there is none.
func (s *Store) Key(ctx context.Context, id string) (access.Key, error) {
	k, err := db.Must[db.KeyRecord](s.db.Read.WithContext(ctx).Where("id = ?", id), keyNotFound(id))
	return access.Key(k), db.Wrap("read key", err)
}

// keyNotFound does not repeat a key that was given instead of its id, because output may end up in logs (§5 rule 2).
func keyNotFound(id string) error {
	if access.WellFormedKey(strings.TrimSpace(id)) {
		return models.NotFoundf("that is a key itself, not the id of one, which begins with key_")
	}
	return models.NotFoundf("key %s not found", models.Quote(id))
}

// RevokeKey revokes a key from the next request on. It returns [models.NotFound] if the organization has no such key
// (§1); revoking a revoked one changes nothing.
func (s *Store) RevokeKey(ctx context.Context, by act.By, orgID, id string) error {
	return s.editKey(ctx, by, orgID, id, func(k *access.Key) (models.Change, error) {
		if k.RevokedAt != nil {
			return models.Change{}, nil
		}
		now := s.db.Now()
		k.RevokedAt = &now
		return keyChange(id, models.ChangeRevoked, nil), nil
	})
}

// SetScopes replaces the scopes of a key from the next request on (§5 rule 4). It returns [models.NotFound] if the
// organization has no such key (§1).
func (s *Store) SetScopes(ctx context.Context, by act.By, orgID, id string, scopes []string) error {
	scopes, err := access.CheckScopes(scopes)
	if err != nil {
		return err
	}
	return s.editKey(ctx, by, orgID, id, func(k *access.Key) (models.Change, error) {
		details := models.Changed(models.FieldScopes, scopesText(k.Scopes), scopesText(scopes))
		if len(details) == 0 {
			return models.Change{}, nil
		}
		k.Scopes = scopes
		return keyChange(id, models.ChangeScopesSet, details), nil
	})
}

// editKey locks a key, has it edited, and writes it with its history; a change without What is none.
func (s *Store) editKey(ctx context.Context, by act.By, orgID, id string, edit func(*access.Key) (models.Change,
	error)) error {
	return db.Wrap("edit key", s.db.Tx(ctx, func(tx *gorm.DB) error {
		row, err := db.Must[db.KeyRecord](db.Of(tx.Clauses(db.ForUpdate), orgID).Where("id = ?", id), keyNotFound(id))
		if err != nil {
			return err
		}
		k := access.Key(row)
		c, err := edit(&k)
		if err != nil || c.Kind == "" {
			return err
		}
		row = db.KeyRecord(k)
		if err := tx.Select("scopes", "revoked_at").Updates(&row).Error; err != nil {
			return err
		}
		return s.db.Note(by, tx, orgID, c)
	}))
}
