package scheduling

import (
	"context"

	"litmus/models"
	"litmus/models/access"
)

// EditOrganization changes the organization's settings: see [team.Store.EditOrganization].
func (s Team) EditOrganization(ctx context.Context, by By, version int64,
	settings models.Settings) (models.Organization, error) {
	return s.store.Team.EditOrganization(ctx, by.By, by.Org.ID, version, settings)
}

// EditBrand changes the accent and the logo: see [team.Store.EditBrand].
func (s Team) EditBrand(ctx context.Context, by By, version int64,
	e models.BrandEdit) (models.Organization, error) {
	return s.store.Team.EditBrand(ctx, by.By, by.Org.ID, version, e)
}

// EditLimits changes the organization's limits of interviews: see [team.Store.EditLimits].
func (s Team) EditLimits(ctx context.Context, by By, version int64,
	l models.OrganizationLimits) (models.Organization, error) {
	return s.store.Team.EditLimits(ctx, by.By, by.Org.ID, version, l)
}

// TakeOver takes a record over from the organization file: see [team.Store.TakeOver].
func (s Team) TakeOver(ctx context.Context, by By, subject models.Subject, id string) error {
	return s.store.Team.TakeOver(ctx, by.By, by.Org.ID, subject, id)
}

// RemoveMember removes a member: see [team.Store.RemoveMember].
func (s Team) RemoveMember(ctx context.Context, by By, email string) (bool, error) {
	return s.store.Team.RemoveMember(ctx, by.By, by.Org.ID, email)
}

// CreateKeyOnce creates a key, once for each form: see [team.Store.CreateKeyOnce].
func (s Team) CreateKeyOnce(ctx context.Context, by By, form, name string,
	scopes []string) (string, access.Key, error) {
	return s.store.Team.CreateKeyOnce(ctx, by.By, by.Org.ID, form, name, scopes)
}

// EditScopes changes what a key may do: see [team.Store.EditScopes].
func (s Team) EditScopes(ctx context.Context, by By, id string, shown, wanted []string) (access.Key, error) {
	return s.store.Team.EditScopes(ctx, by.By, by.Org.ID, id, shown, wanted)
}

// RevokeKey revokes a key: see [team.Store.RevokeKey].
func (s Team) RevokeKey(ctx context.Context, by By, id string) error {
	return s.store.Team.RevokeKey(ctx, by.By, by.Org.ID, id)
}

// CreateOrganization creates an organization with its first admin: see [team.Store.CreateOrganization].
func (s Team) CreateOrganization(ctx context.Context, n models.NewOrganization, only bool) (models.Organization,
	models.Member, error) {
	return s.store.Team.CreateOrganization(ctx, n, only)
}
