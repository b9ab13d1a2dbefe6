# Puts ms3dlint into a folder: `install.ps1 [FOLDER]`, in the local programs of this user without one. It downloads the
# archive of a release and verifies its checksum.
param([string] $Folder = "$env:LOCALAPPDATA\Programs\ms3dlint")
$ErrorActionPreference = "Stop"
# Its progress bar makes Windows PowerShell slow.
$ProgressPreference = "SilentlyContinue"

$version = if ($env:MS3DLINT_VERSION) { $env:MS3DLINT_VERSION } else { "0.1.0" }
$from = "https://github.com/ORGANIZATION/ms3dlint/releases/download/v$version"
$name = "ms3dlint-$version-x86_64-pc-windows-gnu"

$work = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory $work | Out-Null
try {
    Invoke-WebRequest -UseBasicParsing "$from/SHA256SUMS" -OutFile "$work\SHA256SUMS"
    Invoke-WebRequest -UseBasicParsing "$from/$name.zip" -OutFile "$work\$name.zip"
    $sum = (Get-FileHash -Algorithm SHA256 "$work\$name.zip").Hash
    if (-not (Select-String -Quiet -SimpleMatch "$sum  $name.zip" "$work\SHA256SUMS")) {
        throw "the checksum of $name.zip is wrong"
    }
    Expand-Archive "$work\$name.zip" $work
    New-Item -ItemType Directory -Force $Folder | Out-Null
    Copy-Item "$work\$name\ms3dlint.exe" $Folder
} finally {
    Remove-Item -Recurse -Force $work
}

& "$Folder\ms3dlint.exe" --version
Write-Output "It is in $Folder. Drop a folder of models on it, or add this folder to your Path."
