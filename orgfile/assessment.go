package orgfile

import "litmus/models"

func (f *file) readAssessment(v value) models.AssessmentSetup {
	o, ok := v.object("key", "title", "delivery_mode", "ready", "instructions", "time_limit_minutes")
	if !ok {
		return models.AssessmentSetup{}
	}
	return models.AssessmentSetup{
		Key:              o.key(f.assessments),
		Title:            o.required("title", "a title").phrase(),
		DeliveryMode:     o.required("delivery_mode", "async, sync or trial").choice("", models.DeliveryModes...),
		Ready:            o.get("ready").boolean(true),
		Instructions:     o.get("instructions").long(),
		TimeLimitMinutes: o.get("time_limit_minutes").integer(0, 0, models.MaxTimeLimitMinutes),
	}
}
