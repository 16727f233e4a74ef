package store

import (
	"context"

	"gorm.io/gorm"

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

// Approved reports whether the organization is approved; [models.NotFound] if there is none with that id.
func (s *Store) Approved(ctx context.Context, orgID string) (bool, error) {
	o, err := readOrganization(s.read.WithContext(ctx), "id", orgID)
	return o.Approved, err
}

func (s *Store) findOrganization(ctx context.Context, column, value string) (models.Organization, error) {
	return readOrganization(s.read.WithContext(ctx), column, value)
}

func readOrganization(tx *gorm.DB, column, value string) (models.Organization, error) {
	row, err := must[organizationRecord](tx.Where(map[string]any{column: value}),
		models.NotFoundf("organization %s not found", models.Quote(value)))
	return row.model(), wrap("read organization", err)
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
