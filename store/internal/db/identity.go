package db

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/upkeep"
)

// identityRecord is the row of identity.
type identityRecord struct {
	One       int `gorm:"primaryKey"`
	ID        string
	Namespace string
	Place     string
	Claims    int64
	Adopted   bool
}

func (identityRecord) TableName() string { return "identity" }

// readIdentity reads the row, nil before the first process has asked.
func readIdentity(tx *gorm.DB) (*upkeep.Identity, error) {
	r, err := First[identityRecord](tx, "select id, namespace, place, claims, adopted from identity where one = 1")
	if err != nil || r == nil {
		return nil, Wrap("read the database's identity", err)
	}
	return &upkeep.Identity{ID: r.ID, Namespace: r.Namespace, Place: r.Place, Claims: r.Claims, Adopted: r.Adopted}, nil
}

// Identity returns who the database is. The first process that asks decides it; of several at once one does.
func (s *DB) Identity(ctx context.Context) (upkeep.Identity, error) {
	i, err := readIdentity(s.Read.WithContext(ctx))
	if err == nil && i == nil {
		err = s.Tx(ctx, func(tx *gorm.DB) error {
			if err := tx.Exec("insert into identity (one, id) values (1, ?) on conflict do nothing",
				NewID(PrefixDatabase)).Error; err != nil {
				return Wrap("make the database's identity", err)
			}
			i, err = readIdentity(tx)
			return err
		})
	}
	if err != nil {
		return upkeep.Identity{}, err
	}
	return *i, nil
}

// PeekIdentity returns who the database is, nil while nobody has decided it. It changes nothing.
func (s *DB) PeekIdentity(ctx context.Context) (*upkeep.Identity, error) {
	return readIdentity(s.Read.WithContext(ctx))
}

// Claimed notes that a process claims the namespace for the database with that id, where the namespace knows of so
// many claims. The namespace is told afterwards, so what it knows is never later than what the row says, unless an
// older database was restored: then, and where an operator has adopted it, older is called in the same transaction.
// An error of kind [models.Conflict] says that the identity was changed meanwhile.
func (s *DB) Claimed(ctx context.Context, id, namespace, place string, known int64,
	older func(tx *gorm.DB) error) (claims int64, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		before, err := readIdentity(tx)
		if err != nil {
			return err
		}
		done := tx.Exec(`update identity set namespace = ?, place = ?, adopted = ?,
			claims = case when claims > ? then claims else ? end + 1 where one = 1 and id = ?`,
			namespace, place, false, known, known, id)
		if done.Error == nil && done.RowsAffected == 0 {
			return models.Conflictf("the database was given another identity at the same time; start again")
		}
		if done.Error != nil {
			return Wrap("note the claim", done.Error)
		}
		i, err := readIdentity(tx)
		if err != nil {
			return err
		}
		claims = i.Claims
		if known > before.Claims || before.Adopted && known > 0 { // adopted, it may be older than it can tell
			return older(tx)
		}
		return nil
	})
	return claims, err
}

// Adopt notes that an operator says whose the database is: with another a copy, which gets an identity of its own, else
// the database itself. The next claim counts as right.
func (s *DB) Adopt(ctx context.Context, another bool) (upkeep.Identity, error) {
	if another {
		return s.adopt(ctx, NewID(PrefixDatabase))
	}
	return s.adopt(ctx, "")
}

// AdoptAs notes that an operator says that it is the database with that id, whose backup is from before it had one.
func (s *DB) AdoptAs(ctx context.Context, id string) (upkeep.Identity, error) {
	if !strings.HasPrefix(id, PrefixDatabase) || !CouldBeID(id) {
		return upkeep.Identity{}, models.Invalidf("%s is no identity of a database: %s and 32 digits, as the refusal "+
			"says it", models.Quote(id), PrefixDatabase)
	}
	return s.adopt(ctx, id)
}

// adopt notes it, with a new id unless that is "".
func (s *DB) adopt(ctx context.Context, id string) (upkeep.Identity, error) {
	if _, err := s.Identity(ctx); err != nil {
		return upkeep.Identity{}, err
	}
	var out upkeep.Identity
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		changes := map[string]any{"adopted": true}
		if id != "" {
			changes = map[string]any{"adopted": true, "id": id, "namespace": "", "place": "", "claims": 0}
		}
		if err := tx.Model(&identityRecord{}).Where("one = 1").Updates(changes).Error; err != nil {
			return Wrap("adopt the database", err)
		}
		i, err := readIdentity(tx)
		if err == nil {
			out = *i
		}
		return err
	})
	return out, err
}

// Place says where the database is, such that a restored or copied one is elsewhere: on PostgreSQL the server's system
// identifier, which a failover keeps, and the database's number there. A copy of the server's files has the same place,
// and a file of SQLite none: "".
func (s *DB) Place(ctx context.Context) string {
	if !s.Dialect.Postgres {
		return ""
	}
	found, err := First[struct{ Place string }](s.Read.WithContext(ctx), `select s.system_identifier || '/' || d.oid
		as place from pg_control_system() s, pg_database d where d.datname = current_database()`)
	if err != nil || found == nil {
		return "" // a server that does not tell its users
	}
	return found.Place
}
