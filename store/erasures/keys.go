package erasures

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"litmus/models"
	"litmus/store/internal/db"
)

// keyRecord is a row of erasure_keys.
type keyRecord struct {
	ID        string `gorm:"primaryKey"`
	Sealed    []byte
	CreatedAt time.Time `gorm:"autoCreateTime:false"`
}

func (keyRecord) TableName() string { return "erasure_keys" }

// hashKey is the key of hashes, one for the whole database. It is none that follows from LITMUS_SECRET: a hash has to
// find the same address after that was rotated.
type hashKey struct {
	id    string
	bytes []byte
}

// hash is the keyed hash of an address in an organization.
func (k hashKey) hash(orgID, email string) string {
	m := hmac.New(sha256.New, k.bytes)
	m.Write([]byte(orgID + "\x00" + email))
	return hex.EncodeToString(m.Sum(nil))
}

const (
	keyPrefix = "ekey_"
	keyOwner  = "erasure key\x00"
)

// key reads the key of new hashes, the newest, and makes one if there is none.
func (s *Store) key(tx *gorm.DB) (hashKey, error) {
	found, err := db.Take[keyRecord](tx.Order("created_at desc, id desc"))
	if err != nil {
		return hashKey{}, db.Wrap("read the key of erasures", err)
	}
	if found != nil {
		return s.open(*found)
	}
	k := hashKey{id: db.NewID(keyPrefix), bytes: make([]byte, 32)}
	rand.Read(k.bytes)
	return k, s.keep(tx, k)
}

func (s *Store) open(r keyRecord) (hashKey, error) {
	b, err := s.db.Secret().Unseal([]byte(keyOwner+r.ID), r.Sealed)
	return hashKey{r.ID, b}, db.Wrap("open the key of erasures", err)
}

// keep writes the key unless it is known.
func (s *Store) keep(tx *gorm.DB, k hashKey) error {
	row := keyRecord{ID: k.id, Sealed: s.db.Secret().Seal([]byte(keyOwner+k.id), k.bytes), CreatedAt: s.db.Now()}
	return db.Wrap("keep the key of erasures", tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error)
}

// Register are all erasures of a database with the keys of their hashes, as a file beside its backups.
type Register struct {
	Keys     []RegisteredKey `json:"keys"`
	Erasures []Registered    `json:"erasures"`
}

// RegisteredKey is a key of hashes.
type RegisteredKey struct {
	ID  string `json:"id"`
	Key string `json:"key"` // hexadecimal
}

// Registered is an erasure. Without the key its hash says nothing of the address.
type Registered struct {
	ID             string `json:"id"`
	OrganizationID string `json:"organization_id"`
	KeyID          string `json:"key_id"`
	Hash           string `json:"hash"`
	AskedAt        string `json:"asked_at"`
}

// Register reads the erasures of all organizations.
func (s *Store) Register(ctx context.Context) (r Register, err error) {
	r = Register{Keys: []RegisteredKey{}, Erasures: []Registered{}}
	err = s.db.View(ctx, func(tx *gorm.DB) error {
		keys, err := s.keys(tx)
		if err != nil {
			return err
		}
		for _, k := range keys {
			r.Keys = append(r.Keys, RegisteredKey{k.id, hex.EncodeToString(k.bytes)})
		}
		var rows []record
		if err := tx.Order("asked_at, id").Find(&rows).Error; err != nil {
			return db.Wrap("read erasures", err)
		}
		for _, e := range rows {
			r.Erasures = append(r.Erasures, Registered{e.ID, e.OrgID, e.KeyID, e.Hash, models.FormatInstant(e.AskedAt)})
		}
		return nil
	})
	return r, err
}

func (s *Store) keys(tx *gorm.DB) (out []hashKey, err error) {
	var rows []keyRecord
	if err := tx.Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("read the keys of erasures", err)
	}
	for _, r := range rows {
		k, err := s.open(r)
		if err != nil {
			return nil, err
		}
		out = append(out, k)
	}
	return out, nil
}

// Check returns [models.Invalid] for a register that cannot be applied.
func (r Register) Check() error {
	known := map[string]bool{}
	for _, k := range r.Keys {
		if b, err := hex.DecodeString(k.Key); err != nil || len(b) != 32 || k.ID == "" {
			return models.Invalidf("the register's key %s is damaged; take another copy of the file",
				models.Quote(k.ID))
		}
		known[k.ID] = true
	}
	for _, e := range r.Erasures {
		if _, err := models.ParseInstant("asked_at", e.AskedAt); err != nil || !known[e.KeyID] || e.ID == "" {
			return models.Invalidf("the register's erasure %s is damaged; take another copy of the file",
				models.Quote(e.ID))
		}
	}
	return nil
}

// Again are the addresses that a database has and that were erased since: it was restored from a backup.
type Again struct{ OrgID, Email string }

// ApplyRegister takes the register's keys and finished erasures over that this database does not know, and returns the
// addresses of records that are older than their erasure. The caller asks to erase them: one who applied again since is
// a new record, and stays.
func (s *Store) ApplyRegister(ctx context.Context, r Register) (again []Again, err error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	byKey := map[string]map[string]Registered{} // by key and hash
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		again = nil
		var keys []hashKey
		for _, k := range r.Keys {
			b, _ := hex.DecodeString(k.Key) // which Check has tried
			key := hashKey{k.ID, b}
			keys = append(keys, key)
			byKey[k.ID] = map[string]Registered{}
			if err := s.keep(tx, key); err != nil {
				return err
			}
		}
		orgs := map[string]bool{}
		for _, e := range r.Erasures {
			byKey[e.KeyID][e.Hash], orgs[e.OrganizationID] = e, true
		}
		for _, orgID := range db.SortedKeys(orgs) {
			if err := s.applyTo(tx, orgID, keys, byKey, &again); err != nil {
				return err
			}
		}
		return nil
	})
	return again, err
}

func (s *Store) applyTo(tx *gorm.DB, orgID string, keys []hashKey, byKey map[string]map[string]Registered,
	again *[]Again) error {
	known, err := db.First[int](tx, "select 1 from organizations where id = ?", orgID)
	if err != nil || known == nil { // the backup is older than the organization
		return db.Wrap("look for an organization", err)
	}
	var people []struct {
		Email string
		First int64 // in microseconds
	}
	if err := tx.Raw("select email, "+s.db.Dialect.Microseconds("min(created_at)")+" as first from candidates "+
		"where org_id = ? and erasure = '' group by email order by email", orgID).Scan(&people).Error; err != nil {
		return db.Wrap("read addresses", err)
	}
	found := map[string]bool{}
	for _, p := range people {
		for _, k := range keys {
			e, is := byKey[k.id][k.hash(orgID, p.Email)]
			if at, _ := models.ParseInstant("asked_at", e.AskedAt); is && !time.UnixMicro(p.First).After(at) {
				*again = append(*again, Again{orgID, p.Email})
				found[e.ID] = true
			}
		}
	}
	var rows []record
	for _, asked := range byKey {
		for _, e := range asked {
			at, _ := models.ParseInstant("asked_at", e.AskedAt)
			if e.OrganizationID == orgID && !found[e.ID] {
				rows = append(rows, record{OrgID: orgID, ID: e.ID, KeyID: e.KeyID, Hash: e.Hash,
					ActorKind: string(models.ActorOperator), AskedAt: at, DoneAt: &at, Remaining: noErrors})
			}
		}
	}
	_, err = db.Create(tx, rows, db.SkipKnown)
	return db.Wrap("take erasures over", err)
}
