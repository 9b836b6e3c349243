{{- /*
ServiceAccount, Role and RoleBinding of one command. Arguments: root, component, command, and for hooks: helm, argo, weight.
*/ -}}
{{- define "warmgate.rbac" -}}
{{- $use := merge (dict "name" (printf "warmgate-%s" .component)) . -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "warmgate.metadata" $use | nindent 2 }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "warmgate.metadata" $use | nindent 2 }}
rules:
  {{- include (printf "warmgate.rules.%s" .command) . | nindent 2 }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  {{- include "warmgate.metadata" $use | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ $use.name }}
subjects:
  - kind: ServiceAccount
    name: {{ $use.name }}
    namespace: {{ include "warmgate.namespace" .root }}
{{- end -}}
