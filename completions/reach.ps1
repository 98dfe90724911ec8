# Completion of reach for PowerShell: run this file from your profile, as `. reach.ps1`.
reach completion powershell | Out-String | Invoke-Expression
