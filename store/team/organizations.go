package team

import (
	"context"
	"fmt"

	"litmus/models"
	"litmus/store/internal/db"
)

// Organization reads an organization by its slug.
func (s *Store) Organization(ctx context.Context, slug string) (models.Organization, error) {
	return s.findOrganization(ctx, "slug", slug)
}

// OrganizationOf reads an organization by its id.
func (s *Store) OrganizationOf(ctx context.Context, id string) (models.Organization, error) {
	return s.findOrganization(ctx, "id", id)
}

// Knows reports whether there is an organization with that id.
func (s *Store) Knows(ctx context.Context, id string) (bool, error) {
	_, err := s.OrganizationOf(ctx, id)
	if models.KindOf(err) == models.NotFound {
		return false, nil
	}
	return err == nil, err
}

func (s *Store) findOrganization(ctx context.Context, column, value string) (models.Organization, error) {
	return db.ReadOrganization(s.db.Read.WithContext(ctx), column, value)
}

// Organizations lists all organizations, oldest first, for operators.
func (s *Store) Organizations(ctx context.Context) ([]models.Organization, error) {
	var rows []db.OrganizationRecord
	if err := s.db.Read.WithContext(ctx).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, db.Wrap("list organizations", err)
	}
	orgs := make([]models.Organization, len(rows))
	for n, r := range rows {
		orgs[n] = r.Model()
	}
	return orgs, nil
}

// ListedOrganization is an organization with what an operator sees of it in a list.
type ListedOrganization struct {
	models.Organization
	Postings, ToCome int // ToCome counts the interviews that are scheduled and have not begun
}

// ListedOrganizations is [Store.Organizations] with counts.
func (s *Store) ListedOrganizations(ctx context.Context) ([]ListedOrganization, error) {
	var rows []struct {
		Organization     db.OrganizationRecord `gorm:"embedded"`
		Postings, ToCome int
	}
	tx := s.db.Read.WithContext(ctx)
	toCome := "select count(*) from interviews i" + s.db.Dialect.IndexedBy("interviews_by_start") +
		` where i.org_id = %s
		and i.starts_at > ? and i.canceled_at is null and i.call_ended_at is null`
	err := tx.Raw(`select o.*, (select count(*) from postings p where p.org_id = o.id) as postings,
			(`+fmt.Sprintf(toCome, "o.id")+`) as to_come
		from organizations o order by o.created_at, o.id`, s.db.Now()).Scan(&rows).Error
	if err != nil {
		return nil, db.Wrap("list organizations", err)
	}
	out := make([]ListedOrganization, len(rows))
	for n, r := range rows {
		if id := r.Organization.ID; s.db.Ahead(id) > 0 { // only there is it another time
			if err := tx.Raw(fmt.Sprintf(toCome, "?"), id, s.db.NowOf(id)).Row().Scan(&r.ToCome); err != nil {
				return nil, db.Wrap("count interviews to come", err)
			}
		}
		out[n] = ListedOrganization{r.Organization.Model(), r.Postings, r.ToCome}
	}
	return out, nil
}
