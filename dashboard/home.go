package dashboard

import "litmus/models"

// home serves the first page: the areas that the member may go to.
func (s *Site) home(v *visit) (answer, error) {
	a := s.show(v, "home", "Home", nil)
	a.page.Body = a.page
	return a, nil
}

// slash leads from the address with a slash at its end to the first page.
func (s *Site) slash(*visit) (answer, error) { return redirect(models.DashboardPath), nil }
