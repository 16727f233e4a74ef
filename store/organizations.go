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
	row, err := one[struct{ Approved bool }](s.read.WithContext(ctx),
		models.NotFoundf("organization %s not found", models.Quote(orgID)),
		"select approved from organizations where id = ?", orgID)
	return row.Approved, wrap("read organization", err)
}

func (s *Store) findOrganization(ctx context.Context, column, value string) (models.Organization, error) {
	return readOrganization(s.read.WithContext(ctx), column, value)
}

func readOrganization(tx *gorm.DB, column, value string) (models.Organization, error) {
	o, err := one[models.Organization](tx, models.NotFoundf("organization %s not found", models.Quote(value)),
		"select * from organizations where "+column+" = ?", value)
	return o, wrap("read organization", err)
}

// Organizations lists all organizations, oldest first, for operators.
func (s *Store) Organizations(ctx context.Context) ([]models.Organization, error) {
	orgs := []models.Organization{}
	err := s.read.WithContext(ctx).Order("created_at, id").Find(&orgs).Error
	return orgs, wrap("list organizations", err)
}
