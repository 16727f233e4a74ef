package orgfile

import (
	"litmus/models/pipeline"
	"litmus/models/setup"
)

func (f *file) readAssessment(v value) setup.Assessment {
	o, ok := v.object("key", "title", "delivery_mode", "ready", "instructions", "time_limit_minutes")
	if !ok {
		return setup.Assessment{}
	}
	return setup.Assessment{
		Key:              o.key(f.assessments),
		Title:            o.required("title", "a title").phrase(),
		DeliveryMode:     o.required("delivery_mode", "async, sync or trial").choice("", pipeline.DeliveryModes...),
		Ready:            o.get("ready").boolean(true),
		Instructions:     o.get("instructions").long(),
		TimeLimitMinutes: o.get("time_limit_minutes").integer(0, 0, pipeline.MaxTimeLimitMinutes),
	}
}
