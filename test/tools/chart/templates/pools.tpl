{{- range .Values.apps }}
---
apiVersion: {{ .apiVersion }}
kind: {{ .kind }}
metadata:
  name: {{ .metadata.name }}
  annotations: {{ ternary (dict "helm.sh/revision" (print $.Release.Revision)) dict $.Values.revision | toJson }}
spec:
  {{- toYaml .spec | nindent 2 }}
{{- end }}
