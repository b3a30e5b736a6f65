document.querySelector('#parcel')
