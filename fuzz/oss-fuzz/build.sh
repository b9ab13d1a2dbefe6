#!/bin/bash -eu
exec "$SRC/ms3dlint/.clusterfuzzlite/build.sh"
