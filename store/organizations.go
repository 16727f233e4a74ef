package store

import (
	"context"
	"fmt"

	"litmus/models"
)

// Organization reads an organization by its slug.
func (s *Store) Organization(ctx context.Context, slug string) (models.Organization, error) {
	return s.findOrganization(ctx, "slug", slug)
}

// OrganizationOf reads an organization by its id.
func (s *Store) OrganizationOf(ctx context.Context, id string) (models.Organization, error) {
	return s.findOrganization(ctx, "id", id)
}

func (s *Store) findOrganization(ctx context.Context, column, value string) (models.Organization, error) {
	return readOrganization(s.read.WithContext(ctx), column, value)
}

// Organizations lists all organizations, oldest first, for operators.
func (s *Store) Organizations(ctx context.Context) ([]models.Organization, error) {
	var rows []organizationRecord
	if err := s.read.WithContext(ctx).Order("created_at, id").Find(&rows).Error; err != nil {
		return nil, wrap("list organizations", err)
	}
	orgs := make([]models.Organization, len(rows))
	for n, r := range rows {
		orgs[n] = r.model()
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
		Organization     organizationRecord `gorm:"embedded"`
		Postings, ToCome int
	}
	db := s.read.WithContext(ctx)
	toCome := "select count(*) from interviews i" + s.dialect.indexedBy("interviews_by_start") + ` where i.org_id = %s
		and i.starts_at > ? and i.canceled_at is null and i.call_ended_at is null`
	err := db.Raw(`select o.*, (select count(*) from postings p where p.org_id = o.id) as postings,
			(`+fmt.Sprintf(toCome, "o.id")+`) as to_come
		from organizations o order by o.created_at, o.id`, s.Now()).Scan(&rows).Error
	if err != nil {
		return nil, wrap("list organizations", err)
	}
	out := make([]ListedOrganization, len(rows))
	for n, r := range rows {
		if id := r.Organization.ID; s.Ahead(id) > 0 { // only there is it another time
			if err := db.Raw(fmt.Sprintf(toCome, "?"), id, s.NowOf(id)).Row().Scan(&r.ToCome); err != nil {
				return nil, wrap("count interviews to come", err)
			}
		}
		out[n] = ListedOrganization{r.Organization.model(), r.Postings, r.ToCome}
	}
	return out, nil
}
