{{- /* What the schema cannot say: values that contradict each other are refused before anything is applied. */ -}}
{{- define "warmgate.checks" -}}
{{- range list "guard" "verify" "rollback" "open" "expired" "check" -}}
{{- $own := index $.Values . -}}
{{- if $own.enabled -}}
{{- if lt (int $own.deadlineSeconds) (add (int $own.timeoutSeconds) 10 | int) -}}
{{- fail (printf "%s: deadlineSeconds (%d) must be at least 10 above timeoutSeconds (%d): Kubernetes would end it before it has said why" . (int $own.deadlineSeconds) (int $own.timeoutSeconds)) -}}
{{- end -}}
{{- if and (eq $.Values.mode "helm") (has . (list "guard" "verify" "rollback")) (lt (int $.Values.helmTimeoutSeconds) (add (int $own.deadlineSeconds) 10 | int)) -}}
{{- fail (printf "%s: helmTimeoutSeconds (%d) must be at least 10 above deadlineSeconds (%d), and helm be called with that --timeout: Helm would give up first, and the Job would go on" . (int $.Values.helmTimeoutSeconds) (int $own.deadlineSeconds)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.mode "helm") (ne .Values.argo.hookKind "Job") -}}
{{- fail "argo.hookKind is for mode: argo" -}}
{{- end -}}
{{- if eq .Values.image.mode "bundle" -}}
{{- if eq (empty .Values.bundle.script) (empty .Values.bundle.configMap) -}}
{{- fail "image.mode: bundle needs either bundle.script (--set-file bundle.script=dist/warmgate.js) or bundle.configMap" -}}
{{- end -}}
{{- if and .Values.bundle.script (eq .Values.mode "argo") -}}
{{- fail "bundle.script is for mode: helm; make a ConfigMap outside the Application and give its name as bundle.configMap" -}}
{{- end -}}
{{- if and .Values.bundle.script (gt (len .Values.bundle.script) 1000000) -}}
{{- fail "bundle.script is larger than a ConfigMap can hold" -}}
{{- end -}}
{{- end -}}
{{- end -}}
