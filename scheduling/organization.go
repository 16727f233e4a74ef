package scheduling

import (
	"context"

	"litmus/models"
)

// EditOrganization changes the organization's settings: see [store.Store.EditOrganization].
func (s *Service) EditOrganization(ctx context.Context, by By, version int64,
	settings models.Settings) (models.Organization, error) {
	return s.store.EditOrganization(ctx, by.By, by.Org.ID, version, settings)
}

// EditBrand changes the accent and the logo: see [store.Store.EditBrand].
func (s *Service) EditBrand(ctx context.Context, by By, version int64, e models.BrandEdit) (models.Organization,
	error) {
	return s.store.EditBrand(ctx, by.By, by.Org.ID, version, e)
}

// TakeOver takes a record over from the organization file: see [store.Store.TakeOver].
func (s *Service) TakeOver(ctx context.Context, by By, subject models.Subject, id string) error {
	return s.store.TakeOver(ctx, by.By, by.Org.ID, subject, id)
}

// RemoveMember removes a member: see [store.Store.RemoveMember].
func (s *Service) RemoveMember(ctx context.Context, by By, email string) (bool, error) {
	return s.store.RemoveMember(ctx, by.By, by.Org.ID, email)
}

// CreateKeyOnce creates a key, once for each form: see [store.Store.CreateKeyOnce].
func (s *Service) CreateKeyOnce(ctx context.Context, by By, form, name string, scopes []string) (string, models.Key,
	error) {
	return s.store.CreateKeyOnce(ctx, by.By, by.Org.ID, form, name, scopes)
}

// EditScopes changes what a key may do: see [store.Store.EditScopes].
func (s *Service) EditScopes(ctx context.Context, by By, id string, shown, wanted []string) (models.Key, error) {
	return s.store.EditScopes(ctx, by.By, by.Org.ID, id, shown, wanted)
}

// RevokeKey revokes a key: see [store.Store.RevokeKey].
func (s *Service) RevokeKey(ctx context.Context, by By, id string) error {
	return s.store.RevokeKey(ctx, by.By, by.Org.ID, id)
}

// CreateOrganization creates an organization with its first admin: see [store.Store.CreateOrganization].
func (s *Service) CreateOrganization(ctx context.Context, n models.NewOrganization, only bool) (models.Organization,
	models.Member, error) {
	return s.store.CreateOrganization(ctx, n, only)
}
