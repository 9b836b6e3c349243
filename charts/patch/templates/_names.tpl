{{- /* Names are fixed: one warmgate a namespace, found by everybody, and a hook that is made anew replaces its predecessor. */ -}}

{{- define "warmgate.namespace" -}}
{{- .Values.namespace | default .Release.Namespace -}}
{{- end -}}

{{- define "warmgate.image" -}}
{{- with .Values.image -}}
{{- if eq .mode "bundle" -}}
{{- $.Values.bundle.image -}}
{{- else if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (.tag | default $.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "warmgate.bundleName" -}}
{{- .Values.bundle.configMap | default "warmgate-bundle" -}}
{{- end -}}

{{- /* Labels of the values, and with `pod` those of pods over them. Arguments: root, component, pod. */ -}}
{{- define "warmgate.labels" -}}
app.kubernetes.io/name: warmgate
app.kubernetes.io/component: {{ .component }}
{{- with merge (dict) (ternary .root.Values.pod.labels dict (default false .pod)) .root.Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Arguments: root, name, component, and for a hook: helm, argo, weight, and one of runs (it is a Job or Pod), cleanup. */ -}}
{{- define "warmgate.metadata" -}}
name: {{ .name }}
namespace: {{ .namespace | default (include "warmgate.namespace" .root) }}
labels:
  {{- include "warmgate.labels" . | nindent 2 }}
{{- with .podLabels }}
  {{- . | nindent 2 }}
{{- end }}
{{- if or (hasKey . "weight") .podAnnotations .root.Values.annotations }}
annotations:
  {{- with merge (dict) (ternary .root.Values.pod.annotations dict (default false .pod)) .root.Values.annotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- if hasKey . "weight" }}
  {{- include "warmgate.hookAnnotations" . | nindent 2 }}
  {{- end }}
  {{- with .podAnnotations }}
  {{- . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* Without a TTL: Argo CD and Helm 4 would lose sight of the Job. A failed one stays, as evidence, until the next. */ -}}
{{- define "warmgate.hookAnnotations" -}}
{{- if eq .root.Values.mode "argo" -}}
argocd.argoproj.io/hook: {{ .argo }}
argocd.argoproj.io/hook-delete-policy: {{ ternary "BeforeHookCreation,HookSucceeded" "BeforeHookCreation" (default false .runs) }}
argocd.argoproj.io/sync-wave: {{ .weight | quote }}
{{- else -}}
helm.sh/hook: {{ .helm }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: {{ ternary "before-hook-creation,hook-succeeded" "before-hook-creation" (or .runs .cleanup | default false) }}
{{- if .runs }}
helm.sh/hook-output-log-policy: hook-failed
{{- end }}
{{- end -}}
{{- end -}}
