#!/bin/sh
# Fetches what the model learns from into FOLDER: pinned packages of Debian 12 and of Python's index, by hash, and our own
# words about the paragraphs of IFRS S1 and S2 as they were when the model was made.
#
#	sh fetch.sh FOLDER
set -eu
folder=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder/packages"
cd "$folder/packages"
apt-get download wordnet-base=1:3.0-37 gnucash-docs=4.13-1 grass-doc=8.2.1-1
python3 -m pip download --quiet --no-deps --dest . climate-categories==0.11.1
sha256sum --check <<'SUMS'
61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752  wordnet-base_1%3a3.0-37_all.deb
09979baf0ff8ddc1f9c39320c2c38ff606d6f4656e04742ff2dc51f2d562996f  gnucash-docs_4.13-1_all.deb
0f6da53d1f7d51b019dfe64bf45718b64022989afc94bb6c833f495aa2f61ff7  grass-doc_8.2.1-1_all.deb
ba34c4a7f5842f088b130eec5b022488f523714fb5610a3d4fa890fd5e67619f  climate_categories-0.11.1-py3-none-any.whl
SUMS
dpkg -x wordnet-base_*.deb ../wordnet
dpkg -x gnucash-docs_*.deb ../gnucash
dpkg -x grass-doc_*.deb ../grass
python3 -m zipfile -e climate_categories-*.whl ../categories
git -C "$here" show 793f903:data/ifrs/paragraph_registry.json >../paragraph_registry.json
