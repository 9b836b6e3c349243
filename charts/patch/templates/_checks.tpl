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
{{- range $hook, $command := dict "guard" "guard" "verify" "verify" "rollback" "verify" "open" "open" "expired" "open" "check" "check" "follow" "guard" -}}
{{- if (index $.Values $hook).enabled -}}
{{- include "warmgate.checkFlags" (dict "root" $ "hook" $hook "command" $command) -}}
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

{{- /* A hook that fails by its own flags fails the release, after the release. Arguments: root, hook, command. */ -}}
{{- define "warmgate.checkFlags" -}}
{{- $own := index .root.Values .hook -}}
{{- $known := index (include "warmgate.knownFlags" . | fromJson) .command -}}
{{- $settle := (index .root.Values.env "WARMGATE_SETTLE") | default "10s" -}}
{{- $open := "" -}}
{{- range $own.flags -}}
{{- $name := $open | default (regexFind "^[^=]*" .) -}}
{{- if and (not $open) (not (hasKey $known $name)) -}}
{{- fail (printf "%s: %s in flags is no flag of %s" $.hook $name $.command) -}}
{{- end -}}
{{- if eq $name "--timeout" -}}
{{- fail (printf "%s: --timeout in flags; the chart has timeoutSeconds for it, and sets the deadline by that" $.hook) -}}
{{- end -}}
{{- if and $open (hasPrefix "-" .) (ne . "-") -}}
{{- fail (printf "%s: %s in flags needs a value" $.hook $open) -}}
{{- end -}}
{{- if eq $name "--settle" -}}{{- $settle = trimPrefix "--settle=" . -}}{{- end -}}
{{- $open = ternary $name "" (and (not $open) (index $known $name) (not (contains "=" .))) -}}
{{- end -}}
{{- if $open -}}
{{- fail (printf "%s: %s in flags needs a value" $.hook $open) -}}
{{- end -}}
{{- if and (hasKey $known "--settle") (regexMatch "^[0-9]+s$" $settle) (le (int ($own.timeoutSeconds | default 86400)) (trimSuffix "s" $settle | int)) -}}
{{- fail (printf "%s: timeoutSeconds (%d) must be above --settle (%s): the pools could never be quiet in time" .hook (int $own.timeoutSeconds) $settle) -}}
{{- end -}}
{{- end -}}
