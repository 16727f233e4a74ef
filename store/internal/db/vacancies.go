package db

import (
	"gorm.io/gorm"

	"litmus/models/act"
	"litmus/models/booking"
)

// Vacancies are what store/bookings makes of people who cannot interview any more, or can again (P11). The stores whose
// changes have that effect are below it, so store.compose gives it to them. Both are part of the change's transaction:
// Lock before it is written, and Fill after it.
type Vacancies interface {
	// LockVacancies takes the locks of the people whom the vacancies are of, and of everybody who may be chosen for
	// their seats.
	LockVacancies(tx *gorm.DB, orgID string, all ...booking.Vacancy) error
	// FillVacancies has the seats be somebody else's, or asks for somebody, as the organization wants it.
	FillVacancies(by act.By, tx *gorm.DB, orgID string, all ...booking.Vacancy) error
}
